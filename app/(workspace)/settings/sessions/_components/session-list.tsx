"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { announce } from "#components/ui/status-store.ts";
import { describeBrowser } from "./describe-browser.ts";

interface Session {
  id: string;
  isCurrent: boolean;
  userAgent: string | null;
  address: string | null;
  createdAt: string;
  lastSeenAt: string;
}

export function SessionList({ sessions }: { sessions: Session[] }) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();
  const [isAsking, setIsAsking] = useState(false);
  const others = sessions.filter((session) => !session.isCurrent);

  async function end(path: string, done: string): Promise<void> {
    const isDone = await act(() => callApi("DELETE", path));
    setIsAsking(false);
    if (!isDone) return;
    announce({ text: done });
    router.refresh();
  }

  return (
    <>
      {problem ? (
        <Callout tone="danger" title="The session was not ended" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      <ul className="grid max-w-2xl divide-y rounded-md hairline-ring">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <div className="min-w-0">
              <p className="flex items-center gap-2 font-medium">
                {describeBrowser(session.userAgent)}
                {session.isCurrent ? <Badge tone="accent">this one</Badge> : null}
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {session.address ?? "unknown address"} · seen <RelativeTime at={session.lastSeenAt} /> · signed in{" "}
                <RelativeTime at={session.createdAt} />
              </p>
            </div>
            {session.isCurrent ? null : (
              <Button size="sm" isLoading={isActing} onClick={() => end(`/api/sessions/${session.id}`, "That session has ended.")}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <div>
          <Button onClick={() => setIsAsking(true)}>Sign out everywhere else</Button>
        </div>
      ) : (
        <p className="text-muted">You are signed in nowhere else.</p>
      )}
      <AlertDialog
        isOpen={isAsking}
        title="Sign out everywhere else?"
        description={`${others.length === 1 ? "One other session ends" : `${others.length} other sessions end`} at once. This one stays.`}
        confirmLabel="Sign out everywhere else"
        cancelLabel="Keep them"
        isLoading={isActing}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => end("/api/sessions", "You are signed out everywhere else.")}
      />
    </>
  );
}
