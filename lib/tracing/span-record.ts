import type { RunId, ScheduleRunId } from "#lib/ids.ts";

/**
 * Work that is over, as a collector is told of it. Facts are ids, names and codes of ours, and numbers: never what a person, a model or a
 * tool wrote. Facts that are null or undefined are left out.
 */
export interface SpanRecord {
  /** The run or firing that the trace is of. */
  trace: RunId | ScheduleRunId;
  /** The row that this tells of; the trace's own id makes its root. Without one the span's id is random. */
  id?: string;
  name: string;
  /** `client`: something outside of this process was asked. */
  kind: "internal" | "client";
  startedAt: Date;
  endedAt: Date;
  facts: Readonly<Record<string, Fact>>;
  /** A short code. Set: the span has failed. */
  errorType?: string | null;
}

export type Fact = string | number | boolean | readonly string[] | null | undefined;
