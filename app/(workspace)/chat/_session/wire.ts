import type { ActiveRun, ChatDetail, ChatMessage } from "#lib/chats/chat-view.ts";
import type { ChatId, MessageId, RunId, UserId } from "#lib/ids.ts";

/** A type as it is after JSON: dates are texts, ids are plain. */
type Json<T> = T extends Date | ChatId | MessageId | RunId | UserId ? string : T;
type Wire<T> = { [Key in keyof T]: Json<T[Key]> };

/** A message as the browser has it. Its parts are JSON as they are. */
export type WireMessage = Omit<ChatMessage, "id" | "metadata"> & { id: string; metadata: Wire<ChatMessage["metadata"]> };
export type WireRun = Omit<Wire<ActiveRun>, "open"> & { open: ActiveRun["open"] };

/** `GET /api/chats/:id`, and what a page begins with. */
export type WireChat = Omit<Wire<ChatDetail>, "messages" | "activeRun" | "createdBy" | "summary"> & {
  messages: WireMessage[];
  activeRun: WireRun | null;
  createdBy: { id: string; name: string };
};
