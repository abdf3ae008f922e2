"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MS = 15_000;
/** Coming back to the page asks again at once, but not more often than this. */
const PAUSE_MS = 10_000;

/** Has the server look again while somebody looks at the page: a dead worker is red here within 30 seconds of its death. */
export function StayFresh() {
  const router = useRouter();
  useEffect(() => {
    let askedAt = Date.now();
    const ask = () => {
      if (document.visibilityState === "hidden" || Date.now() - askedAt < PAUSE_MS) return;
      askedAt = Date.now();
      router.refresh();
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
  return null;
}
