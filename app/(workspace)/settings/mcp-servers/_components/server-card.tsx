"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { announce } from "#components/ui/status-store.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ServerView } from "#lib/mcp-servers/server-view.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { type ServerQuestion, ServerQuestions } from "./server-questions.tsx";
import { type ShownTool, ToolReview } from "./tool-review.tsx";
import { byNeed, waitsForReview } from "./tool-words.ts";

export type ShownServer = Omit<ServerView, "checkedAt" | "createdAt" | "tools"> & { checkedAt: string; tools: ShownTool[] };

/** One server: where it is, how it was when it was last looked at, and each of its tools. */
export function ServerCard({ server, mayChange }: { server: ShownServer; mayChange: boolean }) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();
  const [asks, setAsks] = useState<ServerQuestion | null>(null);
  const [effects, setEffects] = useState<Record<string, Effect>>({});
  const at = `/api/mcp-servers/${server.id}`;
  const waiting = server.tools.filter(({ status }) => waitsForReview(status));
  const effectOf = (name: string): Effect => effects[name] ?? "write";

  async function readAgain(): Promise<void> {
    const answer = await act(() => callApi<{ problem: string | null }>("POST", `${at}/refresh`));
    if (answer) announce({ text: answer.value.problem === null ? `${server.name} was read again.` : `${server.name} could not be read.` });
    router.refresh();
  }

  async function perform(method: "POST" | "DELETE", path: string, told: string, body?: object): Promise<void> {
    const isDone = await act(() => callApi(method, `${at}${path}`, body));
    setAsks(null);
    if (isDone) announce({ text: told });
    // Also when it was refused: what is there now may be another.
    router.refresh();
  }

  const approve = (tools: readonly ShownTool[], told: string) =>
    perform("POST", "/approve", told, { tools: tools.map(({ name, hash }) => ({ name, hash, effect: effectOf(name) })) });

  return (
    <article aria-label={server.name} className="grid gap-3 rounded-lg bg-raised px-3.5 py-3 hairline-ring">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-semibold">{server.name}</h3>
          <p>
            <VisibleText text={server.url} />
          </p>
          <p className="text-sm text-muted">
            {server.headerNames.length > 0 ? `Sends ${server.headerNames.join(", ")}. ` : null}
            Last read <RelativeTime at={server.checkedAt} />.
          </p>
        </div>
        {mayChange ? (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" isLoading={isActing} onClick={() => void readAgain()}>
              Read again<span className="sr-only"> {server.name}</span>
            </Button>
            <Button size="sm" onClick={() => setAsks("remove")} aria-label={`Remove ${server.name}`}>
              Remove
            </Button>
          </div>
        ) : null}
      </div>
      {problem ? (
        <Callout tone="danger" title="Nothing was changed" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      {server.problem === null ? null : (
        <Callout tone="warning" title="It could not be read the last time">
          <VisibleText text={server.problem} mode="prose" />
        </Callout>
      )}
      {server.unnamedTools > 0 ? (
        <p className="text-sm text-muted">It lists {server.unnamedTools} more without a usable name. They are left out.</p>
      ) : null}
      {mayChange && waiting.length > 1 ? (
        <div>
          <Button size="sm" onClick={() => setAsks("approve-all")}>
            Approve all {waiting.length} that wait…
          </Button>
        </div>
      ) : null}
      {server.tools.length === 0 ? <p className="text-muted">It lists no tools.</p> : null}
      <ul className="grid gap-2">
        {byNeed(server.tools).map((tool) => (
          <li key={tool.name}>
            <ToolReview
              tool={tool}
              mayChange={mayChange}
              isActing={isActing}
              effect={effectOf(tool.name)}
              onEffect={(effect) => setEffects({ ...effects, [tool.name]: effect })}
              onApprove={() => void approve([tool], `${tool.qualifiedName} can be used.`)}
              onWithdraw={() => void perform("DELETE", `/tools/${encodeURIComponent(tool.name)}`, `${tool.qualifiedName} is out of use.`)}
            />
          </li>
        ))}
      </ul>
      <ServerQuestions
        asks={asks}
        server={server.name}
        waiting={waiting.map(({ name }) => ({ name, effect: effectOf(name) }))}
        isActing={isActing}
        onCancel={() => setAsks(null)}
        onRemove={() => void perform("DELETE", "", `${server.name} is removed.`)}
        onApproveAll={() => void approve(waiting, `${waiting.length} tools can be used.`)}
      />
    </article>
  );
}
