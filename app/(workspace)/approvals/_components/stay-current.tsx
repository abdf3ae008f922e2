"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { useTabEvents } from "#components/live/use-tab-events.ts";

/** However many requests change at once, the page is asked for again at most so often. */
const PAUSE_MS = 400;

/**
 * Has the server draw the page again when a request changed or something may have been missed: also once when the page has just come, since
 * between its drawing and this component's first event nobody listened.
 */
export function StayCurrent() {
  const router = useRouter();
  const next = useRef<ReturnType<typeof setTimeout> | null>(null);
  const lastAt = useRef(0);

  const drawAgain = useCallback(() => {
    if (next.current !== null) return;
    const waitMs = Math.max(0, lastAt.current + PAUSE_MS - Date.now());
    next.current = setTimeout(() => {
      next.current = null;
      lastAt.current = Date.now();
      router.refresh();
    }, waitMs);
  }, [router]);

  useTabEvents((event) => {
    if (event.type === "approval-changed" || event.type === "policy-changed" || event.type === "ready") drawAgain();
  });

  useEffect(() => {
    drawAgain();
    return () => {
      if (next.current !== null) clearTimeout(next.current);
      next.current = null;
    };
  }, [drawAgain]);
  return null;
}
