"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { type Coalesced, coalesce } from "#components/live/coalesce.ts";
import { useTabEvents } from "#components/live/use-tab-events.ts";
import { announce, statusStore } from "#components/ui/status-store.ts";

const PAUSE_MS = 700;

/**
 * Says once how many requests have newly come to wait for the member, however many come together. Nothing is said of those that were there
 * when the page was opened or the connection came back, nor where they can be seen come: on the approvals page, and in their own chat.
 */
export function WaitingNotice() {
  const path = usePathname();
  const router = useRouter();
  const known = useRef<number | null>(null);
  const notice = useRef<Coalesced | null>(null);

  useEffect(() => {
    notice.current = coalesce({
      pauseMs: PAUSE_MS,
      // Whoever reads a message, or may still take something back, is not interrupted.
      isBusy: () => statusStore.current() !== null,
      tell: (count) =>
        announce({
          text: count === 1 ? "A new request waits for you." : `${count} new requests wait for you.`,
          action: { label: "Open", onAct: () => router.push("/approvals") },
        }),
    });
    return () => notice.current?.stop();
  }, [router]);

  useTabEvents((event) => {
    if (event.type === "ready") known.current = event.pending;
    if (event.type !== "approval-changed") return;
    const before = known.current;
    known.current = event.pending;
    const isInView = path === "/approvals" || path === `/chat/${event.chatId}`;
    if (before !== null && !isInView) notice.current?.add(event.pending - before);
  });
  return null;
}
