"use client";

import Link from "next/link";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import type { Replay } from "#lib/gate/index.ts";
import type { Preset, Rule } from "#lib/policies/policy.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

const DAYS = 7;

/** Dates as they are in JSON. */
type ReplayJson = Omit<Replay, "examples"> & { examples: (Omit<Replay["examples"][number], "createdAt"> & { createdAt: string })[] };

/** Which of the calls that were really asked for would go another way by the draft: the gate judges them again, and nothing runs. */
export function ReplayDraft({ draft }: { draft: { preset: Preset; rules: Rule[] } }) {
  const [result, setResult] = useState<{ draft: typeof draft; replay: ReplayJson } | null>(null);
  const { act, isActing, problem } = useAct();

  async function replay(): Promise<void> {
    const since = new Date(Date.now() - DAYS * 24 * 3_600_000).toISOString();
    const answer = await act(() => callApi<ReplayJson>("POST", "/api/policy/simulate", { since, policy: draft }));
    if (answer) setResult({ draft, replay: answer.value });
  }

  // What was found about an earlier draft says nothing about this one.
  const shown = result?.draft === draft ? result.replay : null;
  return (
    <div className="grid gap-3">
      <div>
        <Button onClick={() => void replay()} isLoading={isActing}>
          Try it on the calls of the last {DAYS} days
        </Button>
      </div>
      {problem ? <Callout tone="danger" title={problem.detail} isNew /> : null}
      {shown ? <Found replay={shown} /> : null}
    </div>
  );
}

function Found({ replay: { replayed, isWhole, unknownReading, flips, examples } }: { replay: ReplayJson }) {
  const judged = `${count(replayed)} ${replayed === 1 ? "call was" : "calls were"} judged again${isWhole ? "" : ", the latest ones"}`;
  const unknown = unknownReading > 0 ? ` ${unknownWords(unknownReading)}` : "";
  if (flips.length === 0) {
    return (
      <p role="status" className="rounded-md bg-sunken px-3.5 py-3">
        {judged}: each would have gone the same way.{unknown}
      </p>
    );
  }
  return (
    <div role="status" className="grid gap-3 rounded-md bg-sunken px-3.5 py-3">
      <p>
        {judged}.{unknown} Of these:
      </p>
      <ul className="grid gap-1.5">
        {flips.map(({ from, to, calls }) => (
          <li key={`${from} ${to}`} className="flex flex-wrap items-center gap-2">
            <span className="font-semibold tabular-nums">{count(calls)}</span> <VerdictBadge verdict={from} /> would be{" "}
            <VerdictBadge verdict={to} />
          </li>
        ))}
      </ul>
      {examples.length > 0 ? (
        <Table caption="Calls that would go another way">
          <thead>
            <tr>
              <Th>Call</Th>
              <Th>When</Th>
              <Th>Now</Th>
              <Th>By the draft</Th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ id, summary, createdAt, from, to, ruleId, reason }) => (
              <tr key={id}>
                <Td className="min-w-48 wrap-anywhere">
                  <Link href={`/tool-calls/${id}`} className="text-accent underline underline-offset-3">
                    <VisibleText text={summary} />
                  </Link>
                </Td>
                <Td className="whitespace-nowrap text-sm text-muted">
                  <RelativeTime at={createdAt} />
                </Td>
                <Td>
                  <VerdictBadge verdict={from} />
                </Td>
                <Td className="min-w-48">
                  <VerdictBadge verdict={to} />{" "}
                  <span className="text-sm text-muted">
                    <VisibleText text={ruleId} />: <VisibleText text={reason} mode="prose" />
                  </span>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </div>
  );
}

function unknownWords(calls: number): string {
  const whose = calls === 1 ? "1 of them is" : `${count(calls)} of them are`;
  return `${whose} from a time when it was not recorded what a run had read, and judged as if it had read nothing.`;
}
