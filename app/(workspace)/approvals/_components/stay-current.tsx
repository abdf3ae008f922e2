"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useTabEvents } from "#components/live/use-tab-events.ts";

/** However many requests change at once, the page is asked for again at most so often. */
const PAUSE_MS = 400;

/** Has the server draw the page again when a request changed, a run ended, or something may have been missed. */
export function StayCurrent() {
  const router = useRouter();
  const next = useRef<ReturnType<typeof setTimeout> | null>(null);
  const lastAt = useRef(0);

  useTabEvents((event) => {
    const isNews = event.type === "approval-changed" || event.type === "policy-changed" || (event.type === "ready" && event.isAgain);
    if (!isNews || next.current !== null) return;
    const waitMs = Math.max(0, lastAt.current + PAUSE_MS - Date.now());
    next.current = setTimeout(() => {
      next.current = null;
      lastAt.current = Date.now();
      router.refresh();
    }, waitMs);
  });

  useEffect(
    () => () => {
      if (next.current !== null) clearTimeout(next.current);
    },
    [],
  );
  return null;
}
