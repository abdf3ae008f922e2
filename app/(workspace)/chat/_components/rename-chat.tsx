"use client";

import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";

const RenameDialog = lazyPart(async () => (await import("./rename-dialog.tsx")).RenameDialog);

/** Asks for a chat's new name. The form's code comes with the first time. */
export function RenameChat(props: { chatId: string; title: string; onClose: () => void }) {
  return (
    <Suspense>
      <RenameDialog {...props} />
    </Suspense>
  );
}
