"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { startTransition, useOptimistic, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Switch } from "#components/ui/switch.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { AgentFacts } from "./agent-facts.tsx";
import type { ShownAgent } from "./shown-agent.ts";

/** Each agent with all that it is told and may do. */
export function AgentList({ agents: stored, mayChange, mayAsk }: { agents: ShownAgent[]; mayChange: boolean; mayAsk: boolean }) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();
  const [agents, showTurned] = useOptimistic(stored, (all, turned: Pick<ShownAgent, "id" | "enabled">) =>
    all.map((agent) => (agent.id === turned.id ? { ...agent, ...turned } : agent)),
  );
  const [asked, setAsked] = useState<ShownAgent | null>(null);

  /** The switch moves at once, and back when it was refused. */
  function turn({ id, name }: ShownAgent, enabled: boolean): void {
    startTransition(async () => {
      showTurned({ id, enabled });
      if (!(await act(() => callApi("PATCH", `/api/agents/${id}`, { enabled })))) return;
      announce({ text: enabled ? `${name} answers again.` : `${name} answers no more, and makes no further call.` });
      startTransition(() => router.refresh());
    });
  }

  async function remove({ id, name }: ShownAgent): Promise<void> {
    const isDone = await act(() => callApi("DELETE", `/api/agents/${id}`));
    setAsked(null);
    if (!isDone) return;
    announce({ text: `${name} is deleted.` });
    router.refresh();
  }

  return (
    <>
      {problem ? (
        <Callout tone="danger" title="Nothing was changed" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      <ul className="grid gap-3">
        {agents.map((agent) => (
          <li key={agent.id} id={agent.id} className="grid gap-3 rounded-lg bg-raised px-3.5 py-3 hairline-ring">
            <Switch
              label={
                <span className="font-semibold wrap-anywhere">
                  <VisibleText text={agent.name} mode="prose" />
                </span>
              }
              hint={agent.description ? <VisibleText text={agent.description} mode="prose" /> : undefined}
              checked={agent.enabled}
              disabled={!mayChange || isActing}
              onChange={(event) => turn(agent, event.target.checked)}
            />
            <AgentFacts agent={agent} />
            <div className="flex flex-wrap gap-2">
              {mayAsk && agent.enabled ? (
                <Link
                  href={`/chat?agent=${agent.id}`}
                  className={buttonStyles({ size: "sm" })}
                  aria-label={`Begin a chat with ${agent.name}`}
                >
                  Begin a chat
                </Link>
              ) : null}
              {mayChange ? (
                <>
                  <Link href={`/settings/agents/${agent.id}`} className={buttonStyles({ size: "sm" })} aria-label={`Change ${agent.name}`}>
                    Change
                  </Link>
                  <Button size="sm" onClick={() => setAsked(agent)} aria-label={`Delete ${agent.name}`}>
                    Delete
                  </Button>
                </>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <AlertDialog
        isOpen={asked !== null}
        title={`Delete ${asked?.name ?? ""}?`}
        description="It answers nobody any more, makes no further call, and does not come back. Its chats stay readable."
        confirmLabel="Delete agent"
        cancelLabel="Keep agent"
        isDangerous
        isLoading={isActing}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && remove(asked)}
      />
    </>
  );
}
