import type { ChatMessage } from "#lib/chats/chat-view.ts";

/** Arguments and results with more JSON than this are left in the record until somebody opens their row. */
const MAX_JSON_CHARS = 2_000;
const SHOWN_CHARS = 200;

/**
 * Messages as a page carries them: of a long argument the beginning (its row names the file, the command, the address), of a long result
 * nothing. A chat full of fetched pages then weighs no more than what is seen of it.
 */
export function leanMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.map((message) => (message.metadata.isPartial ? message : { ...message, parts: message.parts.map(leanPart) }));
}

type Part = ChatMessage["parts"][number];

function leanPart(part: Part): Part {
  if (!part.type.startsWith("tool-")) return part;
  const call = part as Part & { input?: unknown; output?: unknown };
  if (!isLong(call.input) && !isLong(call.output)) return part;
  return Object.assign({}, part, { input: shortened(call.input), output: isLong(call.output) ? undefined : call.output, isLean: true });
}

function isLong(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length > MAX_JSON_CHARS;
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, SHOWN_CHARS).toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, typeof field === "object" ? null : shortened(field)]));
}
