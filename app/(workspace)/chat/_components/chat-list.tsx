"use client";

import Link from "next/link";
import { useSyncExternalStore } from "react";
import { clock } from "#components/ui/time-words.ts";
import { chatListStore, type ListedChat } from "../_session/chat-list-store.ts";
import { ChatListItem } from "./chat-list-item.tsx";
import { groupByDay } from "./group-by-day.ts";

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
  const { subscribe, current, onServer } = chatListStore;
  const { chats, isLonger } = useSyncExternalStore(subscribe, current, onServer) ?? { chats: initial, isLonger: hasMore };
  const now = useSyncExternalStore<number | null>(clock.subscribe, clock.now, clock.onServer);
  if (chats.length === 0) return <p className="px-2 text-sm text-muted">No chats yet. Your first words begin one.</p>;
  // The server does not know the reader's midnight; for nearly all chats UTC's gives the same day.
  const groups = now === null ? groupByDay(chats, readAt, "UTC") : groupByDay(chats, now);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
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
