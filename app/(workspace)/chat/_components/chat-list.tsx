"use client";

import Link from "next/link";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useTabEvents } from "#components/live/use-tab-events.ts";
import { clock } from "#components/ui/time-words.ts";
import { ChatListItem, type ListedChat } from "./chat-list-item.tsx";
import { groupByDay } from "./group-by-day.ts";

const SHOWN = 50;
/** Changes come in bursts (a run begins, a call waits); one look is enough for all of them. */
const SETTLE_MS = 250;

/** The rail's chats, by day, with what runs and what needs the viewer; it changes as things happen. */
export function ChatList({
  initial,
  hasMore,
  readAt,
  viewer,
}: {
  initial: ListedChat[];
  hasMore: boolean;
  /** When the server read them, in ms. */
  readAt: number;
  viewer: { userId: string; mayWrite: boolean; mayManageAll: boolean };
}) {
  const { chats, isLonger } = useChats(initial, hasMore);
  const now = useSyncExternalStore<number | null>(clock.subscribe, clock.now, clock.onServer);
  if (chats.length === 0) return <p className="px-2 text-sm text-muted">None yet. Your first words begin one.</p>;
  // The server does not know the reader's midnight; for nearly all chats UTC's gives the same day.
  const groups = now === null ? groupByDay(chats, readAt, "UTC") : groupByDay(chats, now);
  return (
    <div className="grid gap-3">
      {groups.map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <h2 className="eyebrow px-2 pb-1">{label}</h2>
          <ul>
            {items.map((chat) => (
              <ChatListItem
                key={chat.id}
                chat={chat}
                mayRename={viewer.mayWrite}
                mayDelete={viewer.mayManageAll || (viewer.mayWrite && chat.createdBy.id === viewer.userId)}
              />
            ))}
          </ul>
        </section>
      ))}
      {isLonger ? (
        <Link href="/search" className="px-2 text-sm text-muted underline-offset-3 hover:underline">
          All chats
        </Link>
      ) : null}
    </div>
  );
}

function useChats(initial: ListedChat[], hasMore: boolean): { chats: ListedChat[]; isLonger: boolean } {
  const [list, setList] = useState({ chats: initial, isLonger: hasMore });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function read(): Promise<void> {
    const answer = await callApi<{ items: ListedChat[]; nextCursor: string | null }>("GET", `/api/chats?limit=${SHOWN}`);
    if (answer.isOk) setList({ chats: answer.value.items, isLonger: answer.value.nextCursor !== null });
  }

  useTabEvents((event) => {
    const isNews = event.type === "chat-changed" || event.type === "approval-changed" || (event.type === "ready" && event.isAgain);
    if (!isNews) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void read(), SETTLE_MS);
  });
  return list;
}
