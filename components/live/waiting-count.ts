"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useTabEvents } from "#components/live/use-tab-events.ts";

/** How many requests wait for the member now. Begins with what the server drew, and hears the rest. */
export function useWaitingCount(drawn: number): number {
  const [known, setKnown] = useState({ drawn, waiting: drawn });
  if (known.drawn !== drawn) setKnown({ drawn, waiting: drawn });
  useTabEvents((event) => {
    if (event.type !== "ready" && event.type !== "approval-changed") return;
    const { pending } = event;
    if (pending !== null) setKnown((before) => ({ ...before, waiting: pending }));
    else void readWaiting().then((waiting) => waiting !== null && setKnown((before) => ({ ...before, waiting })));
  });
  return known.drawn === drawn ? known.waiting : drawn;
}

async function readWaiting(): Promise<number | null> {
  const answer = await callApi<{ total: number }>("GET", "/api/approvals?tab=needs-you&limit=1");
  return answer.isOk ? answer.value.total : null;
}
