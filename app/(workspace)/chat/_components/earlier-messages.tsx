import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { ChatSession, SessionState } from "../_session/chat-session.ts";

/** The way to what was said before; nearing it is enough. */
export function EarlierMessages({ session, state }: { session: ChatSession; state: SessionState }) {
  const marker = useRef<HTMLDivElement>(null);
  const { hasOlder, isLoadingOlder, olderProblem } = state;
  useEffect(() => {
    const element = marker.current;
    if (!element || !hasOlder || olderProblem) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && void session.loadOlder(), {
      root: element.closest("[role=log]"),
      rootMargin: "400px 0px 0px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [session, hasOlder, olderProblem]);
  if (!hasOlder) return null;
  return (
    <div ref={marker} className="flex h-12 items-center justify-center gap-2 text-sm text-muted">
      {isLoadingOlder ? <Spinner /> : null}
      {olderProblem ? <span className="text-failed">{olderProblem}</span> : null}
      <Button size="sm" variant="quiet" isLoading={isLoadingOlder} onClick={() => void session.loadOlder()}>
        Earlier messages
      </Button>
    </div>
  );
}
