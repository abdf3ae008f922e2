"use client";

import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** A chat that could not be drawn; its runs do not depend on a page. */
export default function ChatError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <EmptyState
      title="This chat could not be shown"
      level={1}
      className="grow content-center"
      actions={<Button onClick={reset}>Show it again</Button>}
    >
      Nothing was changed by opening it. What is under way goes on.
      {error.digest ? <p className="mt-2 font-mono text-xs">Reference for the log: {error.digest}</p> : null}
    </EmptyState>
  );
}
