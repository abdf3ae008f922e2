"use client";

import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";

const DeleteDialog = lazyPart(async () => (await import("./delete-dialog.tsx")).DeleteDialog);

/** Asks before a chat at work is deleted. The dialog's code comes with the first time. */
export function DeleteChat(props: { chatId: string; title: string; onClose: (isDeleted: boolean) => void }) {
  return (
    <Suspense>
      <DeleteDialog {...props} />
    </Suspense>
  );
}
