import { outcomeOf } from "#components/outcome/outcome.ts";
import { toldStatus } from "#lib/tool-calls/told-status.ts";
import type { CallView } from "./blocks.ts";
import { secondsWords } from "./duration.ts";

/** Where a call stands, as its row says it. */
export interface CallState {
  /** One of the contract's statuses, or what a dry run makes of it. */
  status: string;
  /** Instead of the status's usual word. */
  word?: string;
  /** After it: a duration, a code. */
  detail?: string;
  isSettled: boolean;
  /** Stays in sight when its neighbours are folded away. */
  needsEyes: boolean;
}

/** `isOver`: the message is complete, so that nothing in it goes on. */
export function callState(call: CallView, isOver: boolean): CallState {
  const status = statusOf(call, isOver);
  const { isSettled, role } = outcomeOf(status);
  const needsEyes = role !== "succeeded" && role !== "running";
  return { status, ...wordsFor(status, call), isSettled, needsEyes };
}

function statusOf({ facts, partState }: CallView, isOver: boolean): string {
  const status = facts ? toldStatus(facts) : (STATUS_OF_PART[partState] ?? "unknown");
  // A decision is told at once; the facts follow when the call goes on.
  if (partState === "approval-responded" && status === "awaiting-approval") return "approved";
  if (!isOver) return status;
  if (status === "executing") return "unknown";
  return outcomeOf(status).isSettled ? status : "cancelled";
}

const STATUS_OF_PART: Record<string, string> = {
  "input-streaming": "proposed",
  "input-available": "proposed",
  "approval-requested": "awaiting-approval",
  "approval-responded": "approved",
  "output-available": "succeeded",
  // A call that failed has facts: this one's answer broke off or was stopped before it was asked for.
  "output-error": "cancelled",
  "output-denied": "denied",
};

function wordsFor(status: string, { facts }: CallView): Pick<CallState, "word" | "detail"> {
  const duration = typeof facts?.durationMs === "number" ? secondsWords(facts.durationMs) : undefined;
  switch (status) {
    case "approved":
      return facts?.decidedBy ? { word: `Approved by ${facts.decidedBy}` } : {};
    case "failed":
      return { ...(facts?.errorCode && { word: `Failed (${facts.errorCode})` }), ...(duration && { detail: duration }) };
    case "succeeded":
      return duration ? { detail: duration } : {};
    default:
      return {};
  }
}
