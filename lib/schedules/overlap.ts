import type { RunId } from "#lib/ids.ts";
import type { FiringCause, OverlapPolicy, ScheduleRunStatus } from "./states.ts";

/** A firing that is under way. */
export interface OpenFiring {
  runId: RunId;
  cause: FiringCause;
  status: ScheduleRunStatus;
  scheduledFor: Date;
}

/** Beginning one more firing while others are under way: now, behind them, instead of them, or not at all (`runId`: because of which). */
export type OverlapVerdict =
  | { kind: "begin" }
  | { kind: "queue" }
  | { kind: "replace"; runIds: RunId[] }
  | { kind: "skip"; reason: string; runId: RunId };

/** A schedule that is slower than its clock does not pile up without end. */
const MAX_WAITING = 100;

/** A dry run is in nobody's way, and nothing takes its place: it changes nothing, and the chat's order lets the real one follow. */
export function decideOverlap(policy: OverlapPolicy, underWay: readonly OpenFiring[]): OverlapVerdict {
  const open = underWay.filter(({ cause }) => cause !== "dry-run");
  const [first] = open;
  if (!first) return { kind: "begin" };
  const { runId } = first;
  if (open.length > MAX_WAITING)
    return { kind: "skip", reason: `${open.length} runs of this schedule already wait; ${MAX_WAITING} is the limit.`, runId };
  switch (policy) {
    case "queue":
      return { kind: "queue" };
    case "replace":
      return { kind: "replace", runIds: open.map((firing) => firing.runId) };
    case "skip": {
      const state = first.status === "awaiting-approval" ? "still waits for a person's approval" : "had not ended";
      return { kind: "skip", reason: `The run of ${first.scheduledFor.toISOString()} ${state}.`, runId };
    }
  }
}
