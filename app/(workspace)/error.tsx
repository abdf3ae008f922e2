"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { words } from "#components/words.ts";

/** What could not be shown, and what that has not touched, by the first part of the address. */
const WORDS: Record<string, [title: string, sentence: string]> = {
  chat: ["This chat could not be shown", "Nothing was changed by opening it. What is under way goes on."],
  approvals: ["The approvals could not be read", "Nothing was decided and nothing was run. What waits goes on waiting."],
  schedules: ["The schedules could not be read", "Nothing was changed, and what is scheduled goes on."],
  metrics: ["The figures could not be read", "Nothing was changed; calls are recorded all the same."],
  "tool-calls": ["The record could not be read", "Nothing was changed; calls are recorded all the same."],
};
const USUAL: [title: string, sentence: string] = ["This page could not be shown", "Nothing was changed by opening it."];

/** In the place of a page that could not be drawn; the rail stays. One for all of them: the router fetches it ahead with every link. */
export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  const [title, sentence] = WORDS[usePathname().split("/")[1] ?? ""] ?? USUAL;
  // Its code did not come: drawing it again would not ask for it again, and a server that was renewed has other code.
  const isOutdated = error.name === "ChunkLoadError";
  useEffect(() => {
    if (isOutdated && navigator.onLine) reloadOnce();
  }, [isOutdated]);
  return (
    <EmptyState
      title={title}
      level={1}
      className="grow content-center"
      actions={
        <Button variant="primary" onClick={() => (isOutdated ? location.reload() : retry())}>
          {isOutdated ? words.loadPageAgain : "Show it again"}
        </Button>
      }
    >
      <p role="alert">
        {isOutdated ? `${words.partNotLoaded} ` : null}
        {sentence}
      </p>
      {error.digest ? <p className="mt-2 font-mono text-xs">Reference for the log: {error.digest}</p> : null}
    </EmptyState>
  );
}

const RELOADED_AT = "reloaded-at";
const ONCE_IN_MS = 60_000;

/** A new page has the code of the server that answers now; what one has begun to write is kept. Not again and again when it has not. */
function reloadOnce(): void {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(RELOADED_AT)) < ONCE_IN_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(now));
  location.reload();
}
