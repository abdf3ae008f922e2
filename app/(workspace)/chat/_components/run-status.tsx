"use client";

import { useIsTroubled } from "#components/live/use-tab-events.ts";
import type { SessionState } from "../_session/chat-session.ts";
import { blocksOf } from "./blocks.ts";
import { callState } from "./call-state.ts";

/** The thread's one polite line: what is going on, for eyes and ears alike. Always there, so that nothing jumps when it has something to say. */
export function RunStatus({ state }: { state: SessionState }) {
  const isTroubled = useIsTroubled();
  return (
    <p role="status" aria-live="polite" className="h-5 truncate px-1 text-xs text-muted">
      {isTroubled ? "Reconnecting… What is under way goes on meanwhile." : statusWords(state)}
    </p>
  );
}

function statusWords({ runId, live, isStopping, entries }: SessionState): string {
  if (isStopping) return "Stopping";
  if (!runId) return lastAnswerWords(entries);
  const calls = live ? blocksOf(live.message.fold.parts).flatMap((block) => (block.kind === "calls" ? block.calls : [])) : [];
  const statuses = calls.map((call) => callState(call, false).status);
  const waiting = statuses.filter((status) => status === "awaiting-approval").length;
  if (waiting > 0) return `${waiting === 1 ? "One call waits" : `${waiting} calls wait`} for a decision`;
  if (statuses.includes("executing")) return "Running a tool";
  return "Answering";
}

function lastAnswerWords(entries: SessionState["entries"]): string {
  const last = entries.at(-1);
  if (last?.kind !== "message" || last.message.role !== "assistant") return "";
  return last.message.metadata.stopReason === "cancelled" ? "Stopped" : "";
}
