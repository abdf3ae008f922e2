"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { announce } from "#components/ui/status-store.ts";

/** Deletes at once, with an undo, and goes to the list. `path` of the API; `page` its own page. */
export function DeleteButton({ path, page, list, what }: { path: string; page: string; list: string; what: string }) {
  const router = useRouter();
  const { act, isActing } = useAct();

  async function remove(): Promise<void> {
    const isDone = await act(() => told(callApi("DELETE", path)));
    if (!isDone) return;
    announce({ text: `${what} is deleted.`, action: { label: "Undo", onAct: () => void undo() } });
    router.push(list);
    router.refresh();
  }

  async function undo(): Promise<void> {
    const answer = await told(callApi("PATCH", path, { deleted: false }));
    if (!answer.isOk) return;
    announce({ text: `${what} is back.` });
    router.push(page);
    router.refresh();
  }

  return (
    <Button size="sm" icon={<Trash2 />} isLoading={isActing} onClick={() => void remove()}>
      Delete
    </Button>
  );
}

async function told<T>(call: ReturnType<typeof callApi<T>>): ReturnType<typeof callApi<T>> {
  const answer = await call;
  if (!answer.isOk) announce({ text: answer.problem.detail, tone: "danger" });
  return answer;
}
