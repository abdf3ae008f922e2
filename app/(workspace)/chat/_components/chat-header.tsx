"use client";

import { EllipsisVertical, Lock } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-entry.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { deleteChat, setVisibility } from "./chat-acts.ts";
import { DeleteChat } from "./delete-chat.tsx";
import { ModelBadge } from "./model-badge.tsx";
import { RenameChat } from "./rename-chat.tsx";
import { titleWords } from "./title-words.ts";

/** What the viewer may do with a chat beside talking. */
export interface ChatRights {
  mayRename: boolean;
  mayDelete: boolean;
  mayHide: boolean;
}

/** The chat's name, who answers, and what can be done with the chat as a whole. */
export function ChatHeader({
  chatId,
  title,
  visibility,
  agent,
  model,
  isAtWork,
  rights,
}: {
  chatId: string | null;
  title: string;
  visibility: "organization" | "private";
  agent: ReactNode;
  model: { label: string; isDemo: boolean };
  /** A run is under way in it. */
  isAtWork: boolean;
  rights: ChatRights;
}) {
  const router = useRouter();
  const [isRenaming, setIsRenaming] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const isPrivate = visibility === "private";

  // A name that was given while the page is open is the tab's as well.
  useEffect(() => {
    if (chatId) document.title = `${titleWords(title)} · Countersign`;
  }, [chatId, title]);

  function leave(isDeleted: boolean): void {
    setIsAsking(false);
    if (isDeleted) router.push("/chat");
  }

  function itemsFor(id: string): MenuItem[] {
    const download = (format: string) => () => location.assign(`/api/chats/${id}/export?format=${format}`);
    return [
      ...(rights.mayRename ? [{ label: "Rename", onSelect: () => setIsRenaming(true) }] : []),
      ...(rights.mayHide
        ? [
            {
              label: isPrivate ? "Show to the organization" : "Make private",
              onSelect: () => void setVisibility(id, isPrivate ? "organization" : "private"),
            },
          ]
        : []),
      { label: "Save as Markdown", onSelect: download("markdown") },
      { label: "Save as JSON", onSelect: download("json") },
      ...(rights.mayDelete
        ? [
            { kind: "separator" as const },
            {
              label: "Delete",
              isDangerous: true,
              onSelect: () => (isAtWork ? setIsAsking(true) : void deleteChat(id, title).then(leave)),
            },
          ]
        : []),
    ];
  }

  return (
    <div className="rule-double flex min-h-13.5 shrink-0 items-center gap-2 px-4 py-1 sm:px-6">
      {chatId ? (
        <h1 dir="auto" className="min-w-0 truncate font-semibold">
          {titleWords(title)}
        </h1>
      ) : (
        <p className="min-w-0 truncate font-semibold">New chat</p>
      )}
      {isPrivate ? (
        <Tooltip text="Only you see this chat" isName>
          <span role="img" aria-label="Only you see this chat" className="text-muted">
            <Lock className="size-3.5" aria-hidden="true" />
          </span>
        </Tooltip>
      ) : null}
      <div className="ms-auto flex min-w-0 shrink-0 items-center gap-1">
        {agent}
        <ModelBadge model={model} />
        {chatId ? <Menu trigger={<IconButton label="Chat menu" icon={<EllipsisVertical />} />} items={itemsFor(chatId)} /> : null}
      </div>
      {isRenaming && chatId ? <RenameChat chatId={chatId} title={title} onClose={() => setIsRenaming(false)} /> : null}
      {isAsking && chatId ? <DeleteChat chatId={chatId} title={title} onClose={leave} /> : null}
    </div>
  );
}
