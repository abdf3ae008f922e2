"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";

const EVERY_MS = 15_000;
/** Coming back to the page asks again at once, but not more often than this. */
const PAUSE_MS = 10_000;

/**
 * Has the server look again while somebody looks at the page: a dead worker is red here within 30 seconds of its death. A server that does not
 * answer is said over what stands there: drawn again from it, the page would become the browser's own of a server that cannot be reached.
 * `readAt`: when that was read, ISO 8601.
 */
export function StayFresh({ readAt }: { readAt: string }) {
  const router = useRouter();
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    let askedAt = Date.now();
    const ask = async () => {
      if (document.visibilityState === "hidden" || Date.now() - askedAt < PAUSE_MS) return;
      askedAt = Date.now();
      const answer = await callApi("GET", "/api/me");
      const isGone = !answer.isOk && answer.problem.code === "network";
      setIsSilent(isGone);
      if (!isGone) router.refresh();
    };
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener("visibilitychange", ask);
    addEventListener("focus", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
      removeEventListener("focus", ask);
    };
  }, [router]);
  if (!isSilent) return null;
  return (
    <Callout tone="danger" title="The server does not answer" isNew className="mx-4 mt-4 sm:mx-6">
      What stands here was read <RelativeTime at={readAt} />. It is asked again every 15 seconds.
    </Callout>
  );
}
