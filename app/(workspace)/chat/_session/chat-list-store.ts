import { callApi } from "#components/api/call-api.ts";
import type { TabEvent } from "#components/live/tab-event.ts";
import { tabStream } from "#components/live/tab-stream.ts";

/** A chat of `GET /api/chats`. */
export interface ListedChat {
  id: string;
  title: string;
  agentName: string | null;
  visibility: "organization" | "private";
  createdBy: { id: string };
  updatedAt: string;
  runStatus: string | null;
  needsYou: boolean;
  isUnread: boolean;
}

/** The newest chats, and whether there are more. */
export interface ChatListState {
  chats: ListedChat[];
  isLonger: boolean;
}

const SHOWN = 50;
/** Changes come in bursts (a run begins, a call waits); one look is enough for all of them. */
const SETTLE_MS = 250;

const listeners = new Set<() => void>();
let state: ChatListState | null = null;
let unlisten: (() => void) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The tab's list of chats, whoever shows it: the rail, and the drawer that comes and goes. Null until something has changed. */
export const chatListStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    unlisten ??= tabStream.listen(onEvent);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      unlisten?.();
      unlisten = null;
    };
  },
  /** Something changed that no event tells of. */
  refresh: (): void => readSoon(),
  current: (): ChatListState | null => state,
  onServer: (): null => null,
};

function onEvent(event: TabEvent): void {
  const isNews = event.type === "chat-changed" || event.type === "approval-changed" || (event.type === "ready" && event.isAgain);
  if (isNews) readSoon();
}

function readSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void read(), SETTLE_MS);
}

async function read(): Promise<void> {
  const answer = await callApi<{ items: ListedChat[]; nextCursor: string | null }>("GET", `/api/chats?limit=${SHOWN}`);
  if (!answer.isOk) return;
  state = { chats: answer.value.items, isLonger: answer.value.nextCursor !== null };
  for (const listener of listeners) listener();
}
