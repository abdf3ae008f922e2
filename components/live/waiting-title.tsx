"use client";

import { useEffect } from "react";
import { useWaitingCount } from "#components/live/waiting-count.ts";

/** Writes the number of waiting requests before the tab's title, whatever page gives the title, and takes it away with the last one. */
export function WaitingTitle({ drawn }: { drawn: number }) {
  const waiting = useWaitingCount(drawn);
  useEffect(() => {
    const write = () => {
      const bare = document.title.replace(/^\(\d+\+?\) /, "");
      const title = waiting > 0 ? `(${waiting > 99 ? "99+" : waiting}) ${bare}` : bare;
      if (document.title !== title) document.title = title;
    };
    write();
    // Every page sets a title of its own.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [waiting]);
  return null;
}
