"use client";

import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** A page that could not be drawn. What was sent before is kept by the server; drawing it again changes nothing. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        title="This page could not be shown"
        level={1}
        actions={
          <>
            <Button variant="primary" onClick={() => retry()}>
              Show it again
            </Button>
            {/* A whole new page: what failed here may have failed in this one's memory. */}
            <a href="/chat" className="inline-flex items-center px-2 font-medium text-accent underline underline-offset-3">
              Go to your chats
            </a>
          </>
        }
      >
        Nothing was changed by opening it. Runs that are under way go on.
        {error.digest ? <p className="mt-2 font-mono text-xs">Reference for the log: {error.digest}</p> : null}
      </EmptyState>
    </main>
  );
}
