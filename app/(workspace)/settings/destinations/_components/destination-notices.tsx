"use client";

import { TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { startTransition, useOptimistic, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { announce } from "#components/ui/status-store.ts";
import { Switch } from "#components/ui/switch.tsx";
import type { NoticeKind } from "#lib/notices/notice-kinds.ts";

const KINDS: { kind: NoticeKind; label: string; hint: string }[] = [
  {
    kind: "approvals",
    label: "Calls that wait for a decision",
    hint: "Who asks, for which tool, and a link to the queue. No arguments.",
  },
  { kind: "failures", label: "Schedules that fail", hint: "Twice in a row, or for good. Once an hour at most." },
];

/** What one destination is told of by itself, in force at once. */
export function DestinationNotices({
  id,
  name,
  notices,
  problem,
  mayChange,
}: {
  id: string;
  name: string;
  notices: NoticeKind[];
  /** Why the last notice did not arrive. */
  problem: string | null;
  mayChange: boolean;
}) {
  const router = useRouter();
  const [isChanging, startChange] = useTransition();
  const [shown, show] = useOptimistic(notices);

  function change(kind: NoticeKind, isOn: boolean): void {
    const next = isOn ? [...notices, kind] : notices.filter((other) => other !== kind);
    startChange(async () => {
      show(next);
      const answer = await callApi("PATCH", `/api/destinations/${id}`, { notices: next });
      // What the switch shows already stays until the page says it too.
      if (answer.isOk) startTransition(() => router.refresh());
      else announce({ text: `${name}: ${answer.problem.detail}`, tone: "danger" });
    });
  }

  if (!mayChange && notices.length === 0) return null;
  return (
    <fieldset className="grid max-w-xl gap-1 text-sm" aria-label={`What ${name} is told of`}>
      {KINDS.map(({ kind, label, hint }) => (
        <Switch
          key={kind}
          label={label}
          hint={hint}
          checked={shown.includes(kind)}
          disabled={!mayChange || isChanging}
          onChange={(event) => change(kind, event.target.checked)}
        />
      ))}
      {problem ? (
        <p className="flex gap-2 text-failed">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          The last notice did not arrive. {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
