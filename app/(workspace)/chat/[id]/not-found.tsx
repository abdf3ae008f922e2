import Link from "next/link";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** Alike for a chat that never was, one that was deleted, and one that others keep to themselves. */
export default function ChatNotFound() {
  return (
    <EmptyState
      title="There is nothing at this address"
      level={1}
      className="grow content-center"
      actions={
        <Link href="/chat" className={buttonStyles({ variant: "primary" })}>
          Begin a new chat
        </Link>
      }
    >
      The chat may have been deleted, or it is not shared with you.
    </EmptyState>
  );
}
