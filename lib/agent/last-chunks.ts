import type { UIMessageChunk } from "ai";
import { toUsd } from "#lib/prices/usd.ts";
import type { RunEnd } from "#lib/runs/finish-run.ts";
import type { RunRow } from "#lib/runs/run-state.ts";

/** What a run that a limit ended says by itself, after the model's words. */
export function endWordsChunks({ id: runId }: RunRow, words: string): UIMessageChunk[] {
  const id = `end-${runId}`;
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta: words },
    { type: "text-end", id },
  ];
}

/** The last that readers hear of a run: why it ended, and what it used. */
export function lastChunks({ usage, iterations, cost }: RunRow, end: RunEnd): UIMessageChunk[] {
  const price = cost.microUsd > 0 && { costUsd: toUsd(cost.microUsd) };
  const messageMetadata = { usage, ...price, iterations, stopReason: end.stopReason, endedAt: new Date().toISOString() };
  if (end.status === "cancelled") {
    return [
      { type: "message-metadata", messageMetadata },
      { type: "abort", reason: "Stopped." },
    ];
  }
  const error: UIMessageChunk[] = end.error ? [{ type: "error", errorText: end.error }] : [];
  return [...error, { type: "finish", finishReason: finishReasonOf(end), messageMetadata }];
}

/** In the words of the AI SDK's stream, which knows fewer. */
function finishReasonOf(end: RunEnd): "stop" | "length" | "error" | "tool-calls" | "other" {
  if (end.stopReason === "final_message") return "stop";
  if (end.stopReason === "truncated") return "length";
  if (end.stopReason === "max_iterations" || end.stopReason === "max_tool_calls") return "tool-calls";
  return end.words ? "other" : "error";
}
