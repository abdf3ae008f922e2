"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { ruleAddress, ruleName } from "#components/records/rule-address.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { CallView } from "./blocks.ts";
import { secondsWords } from "./duration.ts";

/** What the record has of a call (`GET /api/runs/:id`). */
interface RecordedCall {
  toolCallId: string;
  input: unknown;
  outcome: unknown;
  queueMs: number | null;
  waitMs: number | null;
  durationMs: number | null;
  startedAt: string | null;
}

/** Everything about one call: arguments, result, times, and what decided it. Its record is read when the row is opened. */
export function ToolDetails({ call, runId }: { call: CallView; runId: string | null }) {
  const { record, problem } = useRecord(call, runId);
  const { facts } = call;
  const input = call.isLean ? record?.input : call.input;
  const output = call.isLean ? record?.outcome : call.output;
  const isMissing = call.isLean && !record;
  return (
    <div className="grid gap-3">
      <Section title="Arguments">{isMissing ? <Missing problem={problem} /> : <JsonView value={input ?? null} />}</Section>
      {output !== undefined && output !== null ? (
        <Section title="Result">
          <Result outcome={output as Partial<Outcome>} />
        </Section>
      ) : null}
      {call.errorText ? (
        <Section title="What the model was told">
          <CodeBlock code={call.errorText} isWrapped />
        </Section>
      ) : null}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name="Tool">
          <VisibleText text={call.tool} />
        </Fact>
        {facts?.ruleId ? (
          <Fact name="Rule">
            <Link href={ruleAddress(facts.ruleId)} className="text-accent underline underline-offset-3">
              <VisibleText text={ruleName(facts.ruleId)} />
            </Link>
          </Fact>
        ) : null}
        {facts?.reason ? (
          <Fact name="Why">
            <VisibleText text={facts.reason} mode="prose" />
          </Fact>
        ) : null}
        {facts?.decidedBy ? (
          <Fact name="Decided by">
            <VisibleText text={facts.decidedBy} mode="prose" />
          </Fact>
        ) : null}
        {facts?.approvalId ? (
          <Fact name="Approval">
            <Link href={`/approvals?id=${facts.approvalId}`} className="text-accent underline underline-offset-3">
              Open the request
            </Link>
          </Fact>
        ) : null}
        {record?.startedAt ? (
          <Fact name="Started">
            <RelativeTime at={record.startedAt} />
          </Fact>
        ) : null}
        {record ? <Fact name="Times">{timesWords(record)}</Fact> : null}
      </dl>
    </div>
  );
}

interface Outcome {
  data: unknown;
  message: string | null;
  truncated: boolean;
}

/** A text that the tool brought stands as text, with the rest of the result beside it. */
function Result({ outcome }: { outcome: Partial<Outcome> }) {
  const data = outcome.data;
  const fields = typeof data === "object" && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {};
  const [key, text] = Object.entries(fields).find(([name, value]) => TEXT_FIELDS.includes(name) && typeof value === "string") ?? [];
  const { [key ?? ""]: _, ...rest } = fields;
  return (
    <div className="grid gap-2">
      {outcome.message ? <VisibleText text={outcome.message} mode="prose" /> : null}
      {key ? <CodeBlock code={text as string} mode="exact" /> : null}
      {key ? Object.keys(rest).length > 0 ? <JsonView value={rest} /> : null : <JsonView value={data ?? null} />}
      {outcome.truncated ? <p className="text-sm text-muted">There is more than this: the result was cut at its limit.</p> : null}
    </div>
  );
}

const TEXT_FIELDS = ["content", "output", "text"];

function useRecord(call: CallView, runId: string | null): { record: RecordedCall | null; problem: string | null } {
  const [record, setRecord] = useState<RecordedCall | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const status = call.facts?.status;
  const { toolCallId } = call;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record changes with the call's status
  useEffect(() => {
    if (!runId) return;
    let isOver = false;
    void callApi<{ toolCalls: RecordedCall[] }>("GET", `/api/runs/${runId}`).then((answer) => {
      if (isOver) return;
      if (answer.isOk) setRecord(answer.value.toolCalls.find((recorded) => recorded.toolCallId === toolCallId) ?? null);
      else setProblem(answer.problem.detail);
    });
    return () => {
      isOver = true;
    };
  }, [runId, toolCallId, status]);
  return { record, problem };
}

function Missing({ problem }: { problem: string | null }) {
  return problem ? <p className="text-sm text-failed">{problem}</p> : <SkeletonLines lines={2} />;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-1">
      <h3 className="eyebrow">{title}</h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function timesWords({ queueMs, waitMs, durationMs }: RecordedCall): string {
  const times = [
    durationMs !== null && `${secondsWords(durationMs)} running`,
    waitMs !== null && waitMs > 0 && `${secondsWords(waitMs)} waiting for people`,
    queueMs !== null && queueMs > 0 && `${secondsWords(queueMs)} in the queue`,
  ].filter(Boolean);
  return times.join(" · ") || "Not started";
}
