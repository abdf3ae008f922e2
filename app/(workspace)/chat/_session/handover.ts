import { ChatSession } from "./chat-session.ts";
import type { WireChat } from "./wire.ts";

/** The session of a chat that has just begun on the page for new ones, for the chat's own page to go on with. */
let begun: ChatSession | null = null;
const used = new WeakSet<WireChat>();

export function handOver(session: ChatSession): void {
  begun = session;
}

/** The session for a page: the one that was handed over for this chat, or a new one. Safe to call twice for one page. */
export function sessionFor(chat: WireChat): ChatSession {
  return begun?.chatId === chat.id ? begun : new ChatSession(chat);
}

/** Whether the chat's own page is about to go on with this session, and with all that stands in it. */
export function isHandedOver(session: ChatSession): boolean {
  return begun === session;
}

/** Whether a page was drawn from this answer of the server before: then it comes from the browser's memory, and may be old. */
export function isSecondUse(chat: WireChat): boolean {
  const isUsed = used.has(chat);
  used.add(chat);
  return isUsed;
}

export function forgetHandover(): void {
  begun = null;
}
