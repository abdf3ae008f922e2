"use client";

import { useEffect, useState } from "react";
import { serverNow } from "#components/ui/server-clock.ts";
import { clockWords } from "./duration.ts";

/** How long something has been going on, counted by the second. Not read out: a figure that changes every second would talk over everything. */
export function RunningClock({ since }: { since: string }) {
  const start = Date.parse(since);
  // Not known on the server, and a second old at most here.
  const [now, setNow] = useState(start);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden="true" className="font-mono text-xs tabular-nums">
      {clockWords(now - start)}
    </span>
  );
}
