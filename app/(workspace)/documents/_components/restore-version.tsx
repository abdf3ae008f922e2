"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { announce } from "#components/ui/status-store.ts";

/** Brings an earlier version back as the newest one, over the version that the page was drawn with. */
export function RestoreVersion({ id, number, expectedVersion }: { id: string; number: number; expectedVersion: string }) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();

  async function restore(): Promise<void> {
    const isDone = await act(() => callApi("POST", `/api/documents/${id}/versions/${number}/restore`, { expectedVersion }));
    if (!isDone) return;
    announce({ text: `Version ${number} is back, as the newest one.` });
    router.push(`/documents/${id}`);
    router.refresh();
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button size="sm" isLoading={isActing} onClick={() => void restore()}>
        Bring this version back
      </Button>
      {problem ? (
        <p role="alert" className="text-sm text-failed">
          {problem.detail}
        </p>
      ) : null}
    </div>
  );
}
