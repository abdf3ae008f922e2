"use client";

import { Archive, Ban, Ellipsis, FlaskConical, Pause, Pencil, Play, Power, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type ApiAnswer, callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-entry.tsx";
import { announce } from "#components/ui/status-store.ts";
import type { ShownSchedule } from "./shown-schedule.ts";

type Question = "cancel" | "delete";

const QUESTIONS: Record<Question, { title: string; description: string; confirm: string; keep: string }> = {
  cancel: {
    title: "Cancel",
    description: "It will never run again, and what it runs now is stopped. Its history stays.",
    confirm: "Cancel schedule",
    keep: "Keep schedule",
  },
  delete: {
    title: "Delete",
    description: "It is removed with its history, and what it runs now is stopped. The chat with its answers stays. This cannot be undone.",
    confirm: "Delete schedule",
    keep: "Keep schedule",
  },
};

/** What can be done with a schedule, for whoever may. `afterDelete`: where to go when its own page is gone. */
export function ScheduleActs({ schedule, afterDelete }: { schedule: ShownSchedule; afterDelete?: string }) {
  const router = useRouter();
  const { act, isActing } = useAct();
  const [asked, setAsked] = useState<Question | null>(null);
  const { id, name, status } = schedule;
  const path = `/api/schedules/${id}`;

  async function perform<T>(work: () => Promise<ApiAnswer<T>>, done: (value: T) => Parameters<typeof announce>[0] | null): Promise<void> {
    const answer = await act(async () => {
      const given = await work();
      if (!given.isOk) announce({ text: `${name}: ${given.problem.detail}`, tone: "danger" });
      return given;
    });
    setAsked(null);
    if (!answer) return;
    const message = done(answer.value);
    if (message) announce(message);
    router.refresh();
  }

  const setStatus = (to: ShownSchedule["status"], text: string, undo?: { to: ShownSchedule["status"]; text: string }) =>
    perform(
      () => callApi("PATCH", path, { status: to }),
      () => ({ text, ...(undo && { action: { label: "Undo", onAct: () => void setStatus(undo.to, undo.text) } }) }),
    );

  const activate = () => setStatus("active", `${name} is active.`, { to: "paused", text: `${name} is paused.` });
  const pause = () => setStatus("paused", `${name} is paused.`, { to: "active", text: `${name} is active again.` });
  const archive = () => setStatus("archived", `${name} is archived.`);
  const runNow = () =>
    perform(
      () => callApi<{ runId: string }>("POST", `${path}/run`),
      () => ({
        text: `${name} runs now.`,
        ...(schedule.chatId && { action: { label: "Open chat", onAct: () => router.push(`/chat/${schedule.chatId}`) } }),
      }),
    );
  const tryOut = () =>
    perform(
      () => callApi<{ runId: string }>("POST", `${path}/run`, { dryRun: true }),
      () => ({
        text: `${name}: a dry run has begun. Nothing will be changed.`,
        action: { label: "Open history", onAct: () => router.push(`/schedules/${id}`) },
      }),
    );
  const answer = (question: Question) =>
    question === "cancel"
      ? setStatus("cancelled", `${name} is cancelled.`)
      : perform(
          () => callApi("DELETE", path),
          () => {
            if (afterDelete) router.push(afterDelete);
            return { text: `${name} was deleted.` };
          },
        );

  if (!schedule.mayControl) return null;
  const items = itemsFor(schedule, { runNow, tryOut, pause, archive, ask: setAsked, edit: () => router.push(`/schedules/${id}/edit`) });
  const canStart = status === "draft" || status === "paused" || status === "broken";
  return (
    <div className="flex items-center gap-1.5">
      {canStart ? (
        <Button
          size="sm"
          variant={status === "draft" ? "primary" : "secondary"}
          icon={status === "draft" ? <Power /> : <Play />}
          isLoading={isActing}
          onClick={activate}
        >
          {status === "draft" ? "Activate" : "Resume"}
        </Button>
      ) : null}
      <Menu trigger={<IconButton size="sm" label={`Acts for ${name}`} icon={<Ellipsis />} />} items={items} />
      <Asked question={asked} name={name} isActing={isActing} onCancel={() => setAsked(null)} onConfirm={answer} />
    </div>
  );
}

function Asked({
  question,
  name,
  isActing,
  onCancel,
  onConfirm,
}: {
  question: Question | null;
  name: string;
  isActing: boolean;
  onCancel: () => void;
  onConfirm: (question: Question) => void;
}) {
  if (!question) return null;
  const { title, description, confirm, keep } = QUESTIONS[question];
  return (
    <AlertDialog
      isOpen
      title={`${title} ${name}?`}
      description={description}
      confirmLabel={confirm}
      cancelLabel={keep}
      isDangerous
      isLoading={isActing}
      onCancel={onCancel}
      onConfirm={() => onConfirm(question)}
    />
  );
}

interface Acts {
  runNow: () => void;
  tryOut: () => void;
  pause: () => void;
  archive: () => void;
  edit: () => void;
  ask: (question: Question) => void;
}

function itemsFor({ status, mayEdit }: ShownSchedule, { runNow, tryOut, pause, archive, edit, ask }: Acts): MenuItem[] {
  const isOpen = status !== "cancelled" && status !== "archived";
  const isRunnable = status === "active" || status === "paused" || status === "completed";
  const items: MenuItem[] = [];
  if (isRunnable) items.push({ label: "Run now", icon: <Play />, onSelect: runNow });
  if (isRunnable || status === "draft") items.push({ label: "Dry run", icon: <FlaskConical />, onSelect: tryOut });
  if (status === "active") items.push({ label: "Pause", icon: <Pause />, onSelect: pause });
  if (isOpen && mayEdit) items.push({ label: "Edit", icon: <Pencil />, onSelect: edit });
  if (isOpen && status !== "completed") items.push({ label: "Cancel…", icon: <Ban />, onSelect: () => ask("cancel") });
  if (status !== "active" && status !== "archived") items.push({ label: "Archive", icon: <Archive />, onSelect: archive });
  items.push({ kind: "separator" }, { label: "Delete…", icon: <Trash2 />, isDangerous: true, onSelect: () => ask("delete") });
  return items;
}
