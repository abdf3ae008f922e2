"use client";

import { EllipsisVertical, Hourglass, LoaderCircle, Lock } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { cx } from "#components/cx.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { ListedChat } from "../_session/chat-list-store.ts";
import { deleteChat } from "./chat-acts.ts";
import { DeleteChat } from "./delete-chat.tsx";
import { RenameChat } from "./rename-chat.tsx";
import { titleWords } from "./title-words.ts";

/** One chat in a list: its name, what goes on in it, and its menu. */
export function ChatListItem({ chat, mayRename, mayDelete }: { chat: ListedChat; mayRename: boolean; mayDelete: boolean }) {
  const path = usePathname();
  const router = useRouter();
  const [isRenaming, setIsRenaming] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const href = `/chat/${chat.id}`;
  const isCurrent = path === href;
  const isUnread = chat.isUnread && !isCurrent;

  function leave(isDeleted: boolean): void {
    setIsAsking(false);
    if (isDeleted && isCurrent) router.push("/chat");
  }
  const isAtWork = chat.runStatus !== null;
  const remove = () => (isAtWork ? setIsAsking(true) : void deleteChat(chat.id, chat.title).then(leave));

  const items = [
    ...(mayRename ? [{ label: "Rename", onSelect: () => setIsRenaming(true) }] : []),
    ...(mayDelete ? [{ label: "Delete", isDangerous: true, onSelect: remove }] : []),
  ];
  return (
    <li className={cx("group/chat relative rounded-md hover:bg-hover", isCurrent && "bg-surface font-medium")}>
      <Link
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        className={cx(
          "touch flex h-8 items-center gap-2 rounded-md px-2",
          // The menu takes its room when it shows, not before: names are long enough as they are.
          items.length > 0 && "group-focus-within/chat:pe-8 group-hover/chat:pe-8 pointer-coarse:pe-12",
        )}
      >
        <span dir="auto" className={cx("min-w-0 grow truncate", isUnread && "font-semibold")}>
          {titleWords(chat.title)}
        </span>
        {chat.agentName ? (
          <span dir="auto" className="min-w-0 shrink-3 truncate text-xs text-muted">
            {chat.agentName}
          </span>
        ) : null}
        <Mark chat={chat} isUnread={isUnread} />
      </Link>
      {items.length > 0 ? (
        <span className="absolute inset-y-0 end-0.5 flex items-center opacity-0 group-focus-within/chat:opacity-100 group-hover/chat:opacity-100 pointer-coarse:opacity-100">
          <Menu
            trigger={
              <IconButton size="sm" label={`Menu of ${titleWords(chat.title)}`} icon={<EllipsisVertical />} className="text-muted" />
            }
            items={items}
          />
        </span>
      ) : null}
      {isRenaming ? <RenameChat chatId={chat.id} title={chat.title} onClose={() => setIsRenaming(false)} /> : null}
      {isAsking ? <DeleteChat chatId={chat.id} title={chat.title} onClose={leave} /> : null}
    </li>
  );
}

function Mark({ chat, isUnread }: { chat: ListedChat; isUnread: boolean }) {
  // The page that one comes from stays until this one is there.
  const { pending } = useLinkStatus();
  if (pending) return <LoaderCircle className="size-3.5 shrink-0 animate-spin text-muted" role="img" aria-label="Opening" />;
  if (chat.needsYou) return <span className="shrink-0 rounded-sm bg-waiting-soft px-1.5 text-xs font-medium text-waiting">Needs you</span>;
  if (chat.runStatus === "awaiting-approval") {
    return <Hourglass className="size-3.5 shrink-0 text-waiting" role="img" aria-label="Waits for an approver" />;
  }
  if (chat.runStatus !== null)
    return <LoaderCircle className="size-3.5 shrink-0 animate-spin text-running" role="img" aria-label="Running" />;
  if (isUnread) return <span className="size-2 shrink-0 rounded-full bg-accent" role="img" aria-label="Unread" />;
  if (chat.visibility === "private") return <Lock className="size-3 shrink-0 text-muted" role="img" aria-label="Only you see it" />;
  return null;
}
