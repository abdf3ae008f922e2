"use client";

import { useSyncExternalStore } from "react";
import { absoluteWords, clock, relativeWords, utcWords } from "#components/ui/time-words.ts";

/**
 * When something was or will be: relative in the page, absolute in the viewer's zone on hover. The server, which knows neither zone nor
 * the moment of reading, writes the UTC time, and so does the first render in the browser. `at` is ISO 8601.
 */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useSyncExternalStore<number | null>(clock.subscribe, clock.now, clock.onServer);
  const time = Date.parse(at);
  if (Number.isNaN(time)) return <span className={className}>{at}</span>;
  return (
    <time dateTime={new Date(time).toISOString()} title={now === null ? undefined : absoluteWords(time)} className={className}>
      {now === null ? utcWords(time) : relativeWords(time, now)}
    </time>
  );
}
