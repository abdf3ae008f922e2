import type { Entry } from "../_session/place-answer.ts";
import type { WireMessage } from "../_session/wire.ts";

/** What a person said before this place; null when nobody did. */
export function textBefore(entries: readonly Entry[], index: number): string | null {
  const before = entries.slice(0, index).findLast((entry) => entry.kind === "message" && entry.message.role === "user");
  return before?.kind === "message" ? textOf(before.message) : null;
}

/** A message without what is not text. */
export function textOf({ parts }: WireMessage): string {
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}
