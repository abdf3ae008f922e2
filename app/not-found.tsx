import Link from "next/link";
import { Logo } from "#components/brand/logo.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";

export const metadata = { title: "Not found" };

/** For every address that leads nowhere, and alike for what belongs to another organization. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={<Logo />}
        title="There is nothing at this address"
        level={1}
        actions={
          <Link href="/chat" className={buttonStyles({ variant: "primary" })}>
            Go to your chats
          </Link>
        }
      >
        The link may be old, or it belongs to an organization that you are not signed in to.
      </EmptyState>
    </main>
  );
}
