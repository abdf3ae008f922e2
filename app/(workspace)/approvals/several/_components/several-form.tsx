"use client";

import { Ban } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DenyForm } from "#components/approval-card/deny-form.tsx";
import { ReadingProvider } from "#components/approval-card/reading.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { words } from "#components/words.ts";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import { ConfirmSeveral } from "./confirm-several.tsx";
import { SeveralRow } from "./several-row.tsx";
import { actOfAll, answersWords } from "./several-words.ts";
import { type SeveralBody, useSeveral } from "./use-several.ts";

/** The list to choose from, and the two things that can be done with what is chosen. Nothing is chosen at first, and what was answered stays to be read. */
export function SeveralForm({ tool, requests, total }: { tool: string; requests: readonly ApprovalJson[]; total: number }) {
  const router = useRouter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [mode, setMode] = useState<"look" | "confirm" | "deny">("look");
  const [summary, setSummary] = useState("");
  const { answers, isSending, decide } = useSeveral();
  const picked = requests.filter(({ id }) => chosen.has(id));
  const choosable = requests.filter(({ id }) => read.has(id) && !answers.has(id));
  const isAllChosen = choosable.length > 0 && choosable.every(({ id }) => chosen.has(id));

  function choose(id: string, isChosen: boolean): void {
    setMode("look");
    setSummary("");
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id)));
  }

  async function send(body: SeveralBody): Promise<void> {
    const given = await decide(picked, body);
    setChosen(new Set());
    setMode("look");
    setSummary(answersWords(given));
  }

  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-muted">
        {total > requests.length
          ? `The oldest ${words.range(1, requests.length, total)} for `
          : `${requests.length} ${requests.length === 1 ? "request" : "requests"} for `}
        <VisibleText text={tool} />.
      </p>
      <ul aria-label="Requests" className="grid min-w-0 gap-3">
        {requests.map((request) => (
          <li key={request.id} className="min-w-0">
            <ReadingProvider>
              <SeveralRow
                request={request}
                isChosen={chosen.has(request.id)}
                answered={answers.get(request.id)}
                onChoose={(isChosen) => choose(request.id, isChosen)}
                onRead={() => setRead((before) => new Set(before).add(request.id))}
              />
            </ReadingProvider>
          </li>
        ))}
      </ul>
      <section aria-label="Decision" className="page-foot sticky bottom-0 grid gap-3 border-t border-line bg-canvas py-3">
        <p role="status" className="text-sm empty:hidden">
          {summary}
        </p>
        {mode === "deny" ? (
          <DenyForm isSending={isSending} onDeny={(reason) => void send({ decision: "deny", reason })} onCancel={() => setMode("look")} />
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" onClick={() => setMode("confirm")} disabled={picked.length === 0} isLoading={isSending}>
            {actOfAll(picked)}
          </Button>
          <Button icon={<Ban />} onClick={() => setMode("deny")} disabled={picked.length === 0} aria-expanded={mode === "deny"}>
            Deny with reason
          </Button>
          <Button
            variant="quiet"
            disabled={choosable.length === 0}
            onClick={() => setChosen(new Set(isAllChosen ? [] : choosable.map(({ id }) => id)))}
          >
            {isAllChosen ? "Choose none" : `Choose all that were read: ${choosable.length}`}
          </Button>
          {answers.size > 0 ? (
            <Button variant="quiet" onClick={() => router.refresh()}>
              What is left
            </Button>
          ) : null}
        </div>
      </section>
      {mode === "confirm" ? (
        <ConfirmSeveral
          requests={picked}
          isSending={isSending}
          onConfirm={() => void send({ decision: "approve" })}
          onCancel={() => setMode("look")}
        />
      ) : null}
    </div>
  );
}
