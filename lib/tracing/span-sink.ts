import type { SpanRecord } from "./span-record.ts";

/** Where spans go. */
export interface SpanSink {
  add(span: SpanRecord): void;
  /** Sends what is left. May take as long as the collector does. */
  close(): Promise<void>;
}

/** The two programs of an installation, as their spans are told apart. */
export type ServiceName = "countersign-web" | "countersign-worker";
