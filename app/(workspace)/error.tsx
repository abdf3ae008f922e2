"use client";

import { usePathname } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

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
  return (
    <EmptyState
      title={title}
      level={1}
      className="grow content-center"
      actions={
        <Button variant="primary" onClick={() => retry()}>
          Show it again
        </Button>
      }
    >
      <p role="alert">{sentence}</p>
      {error.digest ? <p className="mt-2 font-mono text-xs">Reference for the log: {error.digest}</p> : null}
    </EmptyState>
  );
}
