import { Download, MessageSquare } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { RefreshOn } from "#components/live/refresh-on.tsx";
import { Markdown } from "#components/markdown/markdown.tsx";
import { DryRunBadge } from "#components/outcome/dry-run-badge.tsx";
import { outcomeOf } from "#components/outcome/outcome.ts";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { durationWords } from "#components/records/figures.ts";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { TenantContext } from "#lib/context.ts";
import { unlessMissing } from "#lib/errors.ts";
import { isUuid, parseScheduleRunId, type RunId, type ScheduleId } from "#lib/ids.ts";
import { getScheduleRun, type ScheduleRunDetail } from "#lib/schedules/get-schedule-run.ts";
import { formatTime, localTimeAt } from "#lib/schedules/local-time.ts";
import { listToolCalls } from "#lib/tool-calls/list-tool-calls.ts";
import { RecordTable } from "../../../../tool-calls/_components/record-table.tsx";
import { NoSchedule } from "../../../_components/no-schedule.tsx";
import { RanInput } from "../../../_components/ran-input.tsx";
import { readSchedule } from "../../../_components/read-schedule.ts";
import { RunTimeline } from "../../../_components/run-timeline.tsx";
import { CAUSE_WORDS, localWords } from "../../../_components/run-words.ts";

export const metadata = { title: "Scheduled run" };

/** More calls than a run may make. */
const CALLS = 200;

/** One firing of a schedule: what ran, what happened when, what was called, what came of it; and all of that as a file. */
export default async function ScheduleRunPage({ params }: { params: Promise<{ id: string; firing: string }> }) {
  const actor = await pageActor();
  const { id, firing } = await params;
  const schedule = await readSchedule(actor, id);
  if (!schedule) return <NoSchedule />;
  const run = await readRun(actor, schedule.id, firing);
  if (!run) return <NoRun scheduleId={schedule.id} />;
  const { timeZone } = schedule;
  return (
    <>
      <RefreshOn events={["schedule-changed", "run-end", "approval-changed"]} />
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            Run of {localWords(run.scheduledFor, timeZone)}
            <OutcomeBadge status={run.status} />
            {run.cause === "dry-run" ? <DryRunBadge /> : null}
          </span>
        }
        parent={{ label: schedule.name, href: `/schedules/${schedule.id}` }}
        description={`Started ${CAUSE_WORDS[run.cause]}; times are those of ${timeZone}.`}
        className="shrink-0"
        actions={<Acts run={run} path={`/api/schedules/${schedule.id}/runs/${run.id}/log`} />}
      />
      <PageBody>
        {run.cause === "dry-run" ? (
          <Callout title="This was only tried">
            What reads was executed. Every other call was answered with what would have happened, and nothing was changed.
          </Callout>
        ) : null}
        {run.run ? <Figures run={run} /> : null}
        {run.run?.error ? (
          <Callout tone="danger" title="It did not end well">
            <VisibleText text={run.run.error} mode="prose" />
          </Callout>
        ) : null}
        <div className="grid min-w-0 gap-x-8 gap-y-6 lg:grid-cols-2">
          <Part title="What ran">
            {run.configuration ? (
              <RanInput configuration={run.configuration} isChangedSince={run.isChangedSince} />
            ) : (
              <p className="text-muted">
                {run.reason ? <VisibleText text={run.reason} mode="prose" /> : "Nothing yet: it waits for its turn."}
              </p>
            )}
          </Part>
          <Part title="What happened">
            <RunTimeline entries={run.timeline} timeOf={(at) => clockWords(at, timeZone)} />
          </Part>
        </div>
        {run.run ? (
          <>
            <Part title="Result">
              {run.answer ? <Markdown text={run.answer} /> : <p className="text-muted">{silenceWords(run.status)}</p>}
            </Part>
            <Part title="Tool calls">{run.runId ? <Calls actor={actor} runId={run.runId} /> : null}</Part>
          </>
        ) : null}
      </PageBody>
    </>
  );
}

async function readRun(actor: TenantContext, id: ScheduleId, firing: string): Promise<ScheduleRunDetail | null> {
  if (!isUuid(firing)) return null;
  return unlessMissing(() => getScheduleRun(actor, { id, firing: parseScheduleRunId(firing) }));
}

function NoRun({ scheduleId }: { scheduleId: ScheduleId }) {
  return (
    <EmptyState
      level={1}
      title="There is no such run"
      actions={
        <Link href={`/schedules/${scheduleId}`} className={buttonStyles()}>
          All runs of this schedule
        </Link>
      }
    >
      It may belong to another schedule, or stand in a chat that somebody made private.
    </EmptyState>
  );
}

function Acts({ run, path }: { run: ScheduleRunDetail; path: string }) {
  return (
    <>
      {run.chatId && !run.isChatDeleted ? (
        <Link href={`/chat/${run.chatId}`} className={buttonStyles({ size: "sm" })}>
          <MessageSquare aria-hidden="true" />
          Chat
        </Link>
      ) : null}
      <a href={`${path}?format=text`} download className={buttonStyles({ size: "sm" })}>
        <Download aria-hidden="true" />
        Log
      </a>
      <a href={path} download className={buttonStyles({ size: "sm" })}>
        <Download aria-hidden="true" />
        Everything (JSON)
      </a>
    </>
  );
}

function Figures({ run }: { run: ScheduleRunDetail }) {
  const { startedAt, endedAt, lagMs, cause, toolCalls } = run;
  const isLate = lagMs !== null && startedAt && cause !== "dry-run";
  const figures: [string, string | null][] = [
    ["Late by", isLate ? durationWords(lagMs) : null],
    ["Took", startedAt && endedAt ? durationWords(endedAt.getTime() - startedAt.getTime()) : null],
    ["Tool calls", count(toolCalls.length)],
    ["Tokens", run.run ? `${count(run.run.usage.totalTokens)}${run.run.usage.estimated ? " (estimated)" : ""}` : null],
    ["Model", run.run?.model ?? null],
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-mono tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** In the order in which they were asked for. */
async function Calls({ actor, runId }: { actor: TenantContext; runId: RunId }) {
  const { items } = await listToolCalls(actor, { runId, limit: CALLS });
  if (items.length === 0) return <p className="text-muted">It called no tool.</p>;
  return <RecordTable calls={items.reverse()} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function silenceWords(status: string): string {
  return outcomeOf(status).isSettled
    ? "The agent said nothing."
    : "The agent's words stand here when the run has ended; the chat shows them as they come.";
}

/** `09:00:04`, as the clocks of the zone show it. */
function clockWords(at: Date, timeZone: string): string {
  const local = localTimeAt(at, timeZone);
  return `${formatTime({ hour: local.hour, minute: local.minute })}:${String(local.second).padStart(2, "0")}`;
}
