import type { Outgoing } from "./outgoing.ts";
import type { WireMessage } from "./wire.ts";

/** What stands in the thread, in its order. */
export type Entry = { kind: "message"; message: WireMessage } | { kind: "outgoing"; outgoing: Outgoing } | { kind: "live" };

/**
 * The thread's entries: stored messages, then those on their way, and the answer that is being written behind the message that it answers
 * (by its id when the server said so, by the run that sending it began otherwise, else at the end).
 */
export function placeAnswer(
  messages: readonly WireMessage[],
  outgoing: readonly Outgoing[],
  live: { runId: string; answers: string | null } | null,
): Entry[] {
  const entries: Entry[] = [
    ...messages.map((message): Entry => ({ kind: "message", message })),
    ...outgoing.map((sent): Entry => ({ kind: "outgoing", outgoing: sent })),
  ];
  if (!live) return entries;
  const at = entries.findLastIndex((entry) =>
    entry.kind === "message" ? entry.message.id === live.answers : entry.kind === "outgoing" && entry.outgoing.runId === live.runId,
  );
  entries.splice(at === -1 ? entries.length : at + 1, 0, { kind: "live" });
  return entries;
}
