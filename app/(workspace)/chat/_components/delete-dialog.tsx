"use client";

import { useState } from "react";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { deleteChat, shortTitle } from "./chat-acts.ts";

/** Asks before a chat is deleted in which something is under way: undo brings back the chat, not what was stopped. */
export function DeleteDialog({
  chatId,
  title,
  onClose,
}: {
  chatId: string;
  title: string;
  /** `isDeleted`: false when the chat is kept. */
  onClose: (isDeleted: boolean) => void;
}) {
  const [isActing, setIsActing] = useState(false);

  async function remove(): Promise<void> {
    setIsActing(true);
    onClose(await deleteChat(chatId, title, true));
  }

  return (
    <AlertDialog
      isOpen
      title={`Delete “${shortTitle(title)}”?`}
      description="What is under way in it is stopped, and requests that wait for people are closed. You can bring the chat back with all that was said, not what was stopped."
      confirmLabel="Stop and delete"
      cancelLabel="Keep chat"
      onConfirm={() => void remove()}
      onCancel={() => onClose(false)}
      isDangerous
      isLoading={isActing}
    />
  );
}
