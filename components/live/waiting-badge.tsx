"use client";

import { useWaitingCount } from "#components/live/waiting-count.ts";
import { CountBadge } from "#components/ui/badge.tsx";

/** From this many on it is no longer a matter of when there is time. */
const HEAVY_FROM = 3;

/** How many requests wait for the member, on navigation: light for one or two, heavy from three on, nothing for none. */
export function WaitingBadge({ drawn }: { drawn: number }) {
  const waiting = useWaitingCount(drawn);
  const label = waiting === 1 ? "1 approval waits for you" : `${waiting} approvals wait for you`;
  return <CountBadge value={waiting} label={label} isHeavy={waiting >= HEAVY_FROM} />;
}
