"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { announce } from "#components/ui/status-store.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { NoticeKind } from "#lib/notices/notice-kinds.ts";
import { DestinationNotices } from "./destination-notices.tsx";

interface Destination {
  id: string;
  name: string;
  notices: NoticeKind[];
  noticeProblem: string | null;
  addedBy: string;
  addedAt: string;
}

export function DestinationList({ destinations, mayChange }: { destinations: Destination[]; mayChange: boolean }) {
  const router = useRouter();
  const { act, isActing } = useAct();
  const [asked, setAsked] = useState<Destination | null>(null);

  async function remove({ id, name }: Destination): Promise<void> {
    const isDone = await act(async () => {
      const answer = await callApi("DELETE", `/api/destinations/${id}`);
      if (!answer.isOk) announce({ text: `${name}: ${answer.problem.detail}`, tone: "danger" });
      return answer;
    });
    setAsked(null);
    if (!isDone) return;
    announce({ text: `${name} is removed.` });
    router.refresh();
  }

  return (
    <>
      <ul className="overflow-hidden rounded-md bg-surface hairline-ring [&>li+li]:border-t">
        {destinations.map((destination) => (
          <li key={destination.id} className="grid gap-3 px-3.5 py-2.5">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">
                  <VisibleText text={destination.name} mode="prose" />
                </p>
                <p className="text-sm text-muted">
                  added by <VisibleText text={destination.addedBy} mode="prose" />, <RelativeTime at={destination.addedAt} />
                </p>
              </div>
              {mayChange ? (
                <Button size="sm" onClick={() => setAsked(destination)} aria-label={`Remove ${destination.name}`}>
                  Remove
                </Button>
              ) : null}
            </div>
            <DestinationNotices
              id={destination.id}
              name={destination.name}
              notices={destination.notices}
              problem={destination.noticeProblem}
              mayChange={mayChange}
            />
          </li>
        ))}
      </ul>
      <AlertDialog
        isOpen={asked !== null}
        title={`Remove ${asked?.name ?? ""}?`}
        description="Its address is wiped. Drafts for it stay, and cannot be sent before they have another destination."
        confirmLabel="Remove destination"
        cancelLabel="Keep destination"
        isDangerous
        isLoading={isActing}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void remove(asked)}
      />
    </>
  );
}
