import { Download } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { DryRunBadge } from "#components/outcome/dry-run-badge.tsx";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { durationWords } from "#components/records/figures.ts";
import { readWords } from "#components/records/read-words.ts";
import { ruleAddress, ruleName } from "#components/records/rule-address.ts";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { unlessMissing } from "#lib/errors.ts";
import { parseToolCallId } from "#lib/ids.ts";
import { usdWords } from "#lib/prices/usd.ts";
import { getToolCall } from "#lib/tool-calls/get-tool-call.ts";
import { toldStatus } from "#lib/tool-calls/told-status.ts";
import { describeCall } from "../../chat/_components/describe-call.ts";
import { ENTRY_POINT_WORDS } from "../_components/entry-point-words.ts";
import { KIND_WORDS } from "../_components/kind-words.ts";
import { ChatLink } from "../_components/record-table.tsx";

export const metadata = { title: "Tool call" };

const link = "text-accent underline underline-offset-3";

/** Everything that the record has of one call: what was asked, what decided it, what came of it, and when. */
export default async function ToolCallPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  const { id } = await params;
  const call = await findCall(actor, id);
  const { verb, target } = describeCall(call.tool, call.input);
  const mayReadLog = actor.role === "owner" || actor.role === "admin" || actor.role === "auditor";
  const read = call.readBefore && readWords(call.readBefore);
  const hasOutput = call.tool === "shell" && call.startedAt !== null;
  return (
    <>
      <PageHeader
        parent={{ label: "Tool calls", href: "/tool-calls" }}
        title={<VisibleText text={verb} mode="prose" />}
        description={target === null ? undefined : <VisibleText text={target} />}
        actions={
          <>
            {hasOutput ? (
              <a href={`/api/tool-calls/${call.id}/output`} download className={buttonStyles()}>
                <Download aria-hidden="true" />
                Whole output
              </a>
            ) : null}
            <a href={`/api/runs/${call.runId}/export`} download className={buttonStyles()}>
              <Download aria-hidden="true" />
              Whole run
            </a>
          </>
        }
      />
      <PageBody>
        <div className="grid max-w-4xl gap-6">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
            <Fact name="Outcome">
              <OutcomeBadge status={toldStatus(call)} />
              {call.kind && call.kind !== "dry_run" ? <span className="px-2 text-sm text-muted">{KIND_WORDS[call.kind]}</span> : null}
              {call.isDryRun ? <DryRunBadge /> : null}
            </Fact>
            {call.outcome?.message ? (
              <Fact name="In words">
                <VisibleText text={call.outcome.message} mode="prose" />
              </Fact>
            ) : null}
            {call.ruleId ? (
              <Fact name="Rule">
                <Link href={ruleAddress(call.ruleId)} className={link}>
                  <VisibleText text={ruleName(call.ruleId)} />
                </Link>
                {call.policyVersion === null ? null : <span className="ps-2 text-sm text-muted">policy version {call.policyVersion}</span>}
                {call.reason ? (
                  <span className="block text-sm text-muted">
                    <VisibleText text={call.reason} mode="prose" />
                  </span>
                ) : null}
              </Fact>
            ) : null}
            {read ? (
              <Fact name="Read before">
                <VisibleText text={read} />
                <span className="ps-2 text-sm text-muted">from outside, when this was decided</span>
              </Fact>
            ) : null}
            {call.approvalId ? (
              <Fact name="Request">
                <Link href={`/approvals?id=${call.approvalId}`} className={link}>
                  Open it
                </Link>
                {call.approvedByName ? (
                  <span className="ps-2">
                    approved by <VisibleText text={call.approvedByName} mode="prose" />
                  </span>
                ) : null}
              </Fact>
            ) : null}
            <Fact name="For">
              <VisibleText text={call.userName ?? "–"} mode="prose" />
              <span className="ps-2 text-sm text-muted">
                by {ENTRY_POINT_WORDS[call.entryPoint as keyof typeof ENTRY_POINT_WORDS] ?? call.entryPoint}
              </span>
            </Fact>
            <Fact name="Chat">
              <ChatLink call={call} />
            </Fact>
            <Fact name="Asked for">
              <RelativeTime at={call.createdAt.toISOString()} />
            </Fact>
            <Fact name="Times">
              <Times queueMs={call.queueMs} waitMs={call.waitMs} durationMs={call.durationMs} />
            </Fact>
            {call.model ? (
              <Fact name="Model">
                <VisibleText text={call.model} />
                <span className="ps-2 text-sm text-muted">
                  {count(call.tokens)} tokens{call.costUsd > 0 ? `, ${usdWords(call.costUsd)},` : ""} for this call
                </span>
              </Fact>
            ) : null}
            {call.sandbox ? <Fact name="Sandbox">{call.sandbox}</Fact> : null}
            {mayReadLog ? (
              <Fact name="Log">
                <Link href={`/audit?subject=tool-call:${call.id}`} className={link}>
                  Its entries
                </Link>
              </Fact>
            ) : null}
          </dl>
          <Part title="Arguments">
            <JsonView value={call.input ?? null} />
          </Part>
          {call.outcome?.data === undefined || call.outcome.data === null ? null : (
            <Part title="Result">
              <JsonView value={call.outcome.data} />
            </Part>
          )}
          {call.modelText ? (
            <Part title="What the model was told">
              <CodeBlock code={call.modelText} mode="exact" />
            </Part>
          ) : null}
        </div>
      </PageBody>
    </>
  );
}

async function findCall(actor: Parameters<typeof getToolCall>[0], id: string) {
  return (await unlessMissing(async () => getToolCall(actor, { id: parseToolCallId(id) }))) ?? notFound();
}

/** Queue, people and execution apart, in the order in which they passed. */
function Times({ queueMs, waitMs, durationMs }: { queueMs: number | null; waitMs: number | null; durationMs: number | null }) {
  const times = [
    waitMs === null ? null : `${durationWords(waitMs)} waiting for people`,
    queueMs === null ? null : `${durationWords(queueMs)} in line`,
    durationMs === null ? "did not run" : `${durationWords(durationMs)} running`,
  ];
  return times.filter((time) => time !== null).join(" · ");
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className="eyebrow">{title}</h2>
      {children}
    </section>
  );
}
