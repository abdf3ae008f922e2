"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { TabEvent } from "#components/live/tab-event.ts";
import { useTabEvents } from "#components/live/use-tab-events.ts";

/** However much changes at once, the page is asked for again at most so often. */
const PAUSE_MS = 500;

/** Has the server draw the page again when it tells of one of these events, or when something may have been missed. */
export function RefreshOn({ events }: { events: readonly TabEvent["type"][] }) {
  const router = useRouter();
  const next = useRef<ReturnType<typeof setTimeout> | null>(null);
  const lastAt = useRef(0);

  useTabEvents((event) => {
    const isNews = events.includes(event.type) || (event.type === "ready" && event.isAgain);
    if (!isNews || next.current !== null) return;
    next.current = setTimeout(
      () => {
        next.current = null;
        lastAt.current = Date.now();
        router.refresh();
      },
      Math.max(0, lastAt.current + PAUSE_MS - Date.now()),
    );
  });

  useEffect(
    () => () => {
      if (next.current !== null) clearTimeout(next.current);
    },
    [],
  );
  return null;
}
