import { randomBytes } from "node:crypto";
import type { SpanRecord } from "./span-record.ts";

/** Where a span stands, in hexadecimal as W3C Trace Context has it: 16 bytes for the trace, 8 for a span. */
export interface SpanPlace {
  traceId: string;
  spanId: string;
  /** Null: it is the root. */
  parentSpanId: string | null;
}

/**
 * Every process derives the same place from the same ids, so a run that another process goes on with stays one trace, nothing of it is stored,
 * and a run's trace is found by the run's id without its dashes. The last 62 bits of a UUID version 7 are random, as a trace id's last 56 must
 * be, and never all zero.
 */
export function spanPlace({ trace, id }: Pick<SpanRecord, "trace" | "id">): SpanPlace {
  const traceId = trace.replaceAll("-", "");
  const spanId = id ? lastBytes(id) : randomBytes(8).toString("hex");
  return { traceId, spanId, parentSpanId: id === trace ? null : lastBytes(trace) };
}

function lastBytes(id: string): string {
  return id.replaceAll("-", "").slice(-16);
}
