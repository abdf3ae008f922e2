import type { StopReason, Usage } from "#lib/runs/states.ts";
import { toldStatus } from "#lib/tool-calls/told-status.ts";
import type { ToolCallView } from "#lib/tool-calls/tool-call-view.ts";
import type { ScheduleRunView } from "./list-schedule-runs.ts";

/** One thing that happened. `status` is the state that it led to, when that still holds; `detail` is what somebody or something said. */
export interface TimelineEntry {
  at: Date;
  text: string;
  status: string | null;
  detail: string | null;
  /** What it is about, to be opened. */
  callId: string | null;
  approvalId: string | null;
}

/** What the rows know of a firing and of its run. */
export interface TimelineFacts {
  firing: ScheduleRunView & { createdAt: Date };
  /** Who pressed the button, when somebody did. */
  askedBy: string | null;
  run: {
    createdAt: Date;
    startedAt: Date | null;
    endedAt: Date | null;
    status: string;
    stopReason: StopReason | null;
    error: string | null;
    model: string | null;
    interruptions: number;
  } | null;
  steps: readonly { createdAt: Date; finishReason: string; usage: Usage; calls: number }[];
  calls: readonly ToolCallView[];
  approvals: readonly {
    id: string;
    callId: string;
    summary: string;
    status: string;
    createdAt: Date;
    decidedAt: Date | null;
    decidedByName: string | null;
    reason: string | null;
  }[];
}

/** Everything that became of one firing, in the order in which it happened. Things of one moment keep the order in which they follow from each other. */
export function timelineOf(facts: TimelineFacts): TimelineEntry[] {
  const entries = [...firingEntries(facts), ...stepEntries(facts), ...approvalEntries(facts), ...callEntries(facts), ...endEntries(facts)];
  return entries.sort((left, right) => left.at.getTime() - right.at.getTime());
}

function entry(at: Date, text: string, more: Partial<Omit<TimelineEntry, "at" | "text">> = {}): TimelineEntry {
  return { at, text, status: null, detail: null, callId: null, approvalId: null, ...more };
}

function firingEntries({ firing, askedBy, run }: TimelineFacts): TimelineEntry[] {
  const who = askedBy ?? "A person";
  const entries: TimelineEntry[] = [];
  switch (firing.cause) {
    case "due":
      entries.push(entry(firing.scheduledFor, "Its time came"));
      break;
    case "catch-up":
      entries.push(entry(firing.createdAt, "It makes up for a time that was missed"));
      break;
    case "manual":
      entries.push(entry(firing.createdAt, `${who} had it run now`));
      break;
    case "dry-run":
      entries.push(entry(firing.createdAt, `${who} asked what it would do`));
      break;
    case "webhook":
      entries.push(entry(firing.createdAt, "Its webhook was called"));
      break;
  }
  if (!run && firing.endedAt) entries.push(entry(firing.endedAt, "Nothing ran", { status: firing.status, detail: firing.reason }));
  if (run?.startedAt) {
    const again = run.interruptions > 0 ? `Its process ended ${times(run.interruptions)}; another one went on.` : null;
    entries.push(entry(run.startedAt, run.model ? `The run began, with ${run.model}` : "The run began", { detail: again }));
  }
  return entries;
}

function stepEntries({ steps }: TimelineFacts): TimelineEntry[] {
  return steps.map(({ createdAt, finishReason, usage, calls }) => {
    const asked = calls === 0 ? "The model answered" : `The model asked for ${calls === 1 ? "a tool call" : `${calls} tool calls`}`;
    const cut = finishReason === "length" ? "; it was cut at its limit" : "";
    return entry(createdAt, asked, {
      detail: `${usage.totalTokens.toLocaleString("en-US")} tokens${usage.estimated ? ", estimated" : ""}${cut}`,
    });
  });
}

function approvalEntries({ approvals }: TimelineFacts): TimelineEntry[] {
  return approvals.flatMap(({ id, callId, summary, status, createdAt, decidedAt, decidedByName, reason }) => {
    const about = { callId, approvalId: id };
    const raised = entry(createdAt, "A person has to decide", {
      ...about,
      status: decidedAt ? null : "awaiting-approval",
      detail: summary,
    });
    if (!decidedAt) return [raised];
    const decision = decidedByName && (status === "approved" || status === "denied") ? `${decidedByName} ${status} it` : "It was closed";
    return [raised, entry(decidedAt, decision, { ...about, status, detail: reason })];
  });
}

function callEntries({ calls }: TimelineFacts): TimelineEntry[] {
  return calls.flatMap(({ id, tool, kind, startedAt, endedAt, outcome, reason, ...call }) => {
    const status = toldStatus({ status: call.status, kind });
    if (endedAt) {
      const told = outcome?.message ?? (status === "succeeded" ? null : reason);
      return [entry(endedAt, tool, { callId: id, status, detail: told })];
    }
    return startedAt ? [entry(startedAt, tool, { callId: id, status })] : [];
  });
}

function endEntries({ run, firing }: TimelineFacts): TimelineEntry[] {
  if (!run?.endedAt) return [];
  const words = run.stopReason ? ENDS[run.stopReason] : "The run ended";
  return [entry(run.endedAt, words, { status: run.status, detail: run.error ?? firing.reason })];
}

/** Why a run ended. */
const ENDS: Record<StopReason, string> = {
  final_message: "The agent was done",
  max_iterations: "It had asked for as many rounds of calls as a run may",
  max_tool_calls: "It had asked for as many calls as a run may",
  token_budget: "The budget of tokens was used up",
  timeout: "It took too long and was ended",
  no_progress: "It went round in circles and was ended",
  truncated: "The answer was cut at its limit",
  cancelled: "It was stopped",
  model_error: "The model did not give an answer",
  interrupted: "It was interrupted and given up",
};

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
