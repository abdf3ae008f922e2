import { MessageSquare, Pencil } from "lucide-react";
import Link from "next/link";
import { RefreshOn } from "#components/live/refresh-on.tsx";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { getAnswerer } from "#lib/agent-profiles/get-answerer.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { readFrom } from "#lib/paging/read-from.ts";
import { listScheduleChanges } from "#lib/schedules/list-schedule-changes.ts";
import { listScheduleRuns } from "#lib/schedules/list-schedule-runs.ts";
import { formatInZone } from "#lib/schedules/local-time.ts";
import { nextRuns } from "#lib/schedules/next-runs.ts";
import type { ScheduleView } from "#lib/schedules/schedule-view.ts";
import { timingOfRow } from "#lib/schedules/timing-of-row.ts";
import { Changes } from "../_components/changes.tsx";
import { History } from "../_components/history.tsx";
import { NoSchedule } from "../_components/no-schedule.tsx";
import { readSchedule } from "../_components/read-schedule.ts";
import { MISSED_WORDS, OVERLAP_WORDS } from "../_components/run-words.ts";
import { ScheduleActs } from "../_components/schedule-acts.tsx";
import { shownSchedule } from "../_components/shown-schedule.ts";
import { StatusBadge } from "../_components/status-badge.tsx";
import { Webhook } from "../_components/webhook.tsx";

export const metadata = { title: "Schedule" };

const PAGE = 50;
const SHOWN_CHANGES = 20;

/** One schedule: what it does, when, and everything that became of it. */
export default async function SchedulePage({ params, ...query }: SearchParamsProps & { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  const schedule = await readSchedule(actor, (await params).id);
  if (!schedule) return <NoSchedule />;
  const { id, name, status, chatId, brokenReason, agentId } = schedule;
  const isOpen = status !== "cancelled" && status !== "archived";
  const agent = agentId ? await getAnswerer(actor, agentId) : null;
  const list = (from: string | undefined) => listScheduleRuns(actor, { id, limit: PAGE, cursor: from });
  const changes = await listScheduleChanges(actor, { id, limit: SHOWN_CHANGES });
  const { page: history, cursor } = await readFrom(await searchParam(query, "cursor"), list);
  const from = cursor ? Number((await searchParam(query, "from")) ?? 1) || 1 : 1;
  const nextHref = history.nextCursor
    ? `/schedules/${id}?${new URLSearchParams({ cursor: history.nextCursor, from: String(from + history.items.length) })}`
    : null;
  return (
    <>
      <RefreshOn events={["schedule-changed", "run-end", "approval-changed"]} />
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            <VisibleText text={name} mode="prose" />
            <StatusBadge status={status} />
          </span>
        }
        parent={{ label: "Schedules", href: "/schedules" }}
        description={<span className="inline-block first-letter:uppercase">{schedule.description}</span>}
        className="shrink-0"
        actions={
          <>
            {schedule.mayEdit && isOpen ? (
              <Link href={`/schedules/${id}/edit`} className={buttonStyles({ size: "sm" })}>
                <Pencil aria-hidden="true" />
                Edit
              </Link>
            ) : null}
            {chatId ? (
              <Link href={`/chat/${chatId}`} className={buttonStyles({ size: "sm" })}>
                <MessageSquare aria-hidden="true" />
                Chat
              </Link>
            ) : null}
            <ScheduleActs schedule={shownSchedule(schedule)} afterDelete="/schedules" />
          </>
        }
      />
      <PageBody>
        {agent?.off ? (
          <Callout tone="warning" title="Its agent does nothing">
            <VisibleText text={agent.off} mode="prose" />
          </Callout>
        ) : null}
        {brokenReason ? (
          <Callout tone="danger" title="It cannot run">
            {brokenReason}
          </Callout>
        ) : null}
        {status === "draft" ? (
          <Callout tone="warning" title="A draft does nothing">
            An agent made it. Read what it would do, and when, or have a dry run, before you activate it.
          </Callout>
        ) : null}
        <Facts schedule={schedule} />
        <section aria-labelledby="history" className="grid min-w-0 gap-3">
          <h2 id="history" className="font-semibold">
            History
          </h2>
          {history.items.length > 0 ? (
            <History scheduleId={id} runs={history.items} timeZone={schedule.timeZone} />
          ) : (
            <EmptyState title="It has not run yet">Each due time will stand here, also those that were skipped or missed.</EmptyState>
          )}
          {history.total > PAGE ? (
            <Pagination
              from={from}
              to={from + history.items.length - 1}
              total={history.total}
              previousHref={cursor ? `/schedules/${id}` : null}
              nextHref={nextHref}
            />
          ) : null}
        </section>
        {schedule.mayEdit || schedule.hasWebhook ? (
          <section aria-labelledby="webhook" className="grid min-w-0 gap-2">
            <h2 id="webhook" className="font-semibold">
              Webhook
            </h2>
            <Webhook
              scheduleId={id}
              hasWebhook={schedule.hasWebhook}
              mayEdit={schedule.mayEdit && isOpen}
              mayControl={schedule.mayControl}
            />
          </section>
        ) : null}
        {changes.total > 0 ? (
          <section aria-labelledby="changes" className="grid min-w-0 gap-3">
            <h2 id="changes" className="font-semibold">
              Changes
            </h2>
            <Changes changes={changes.items} />
            {changes.total > SHOWN_CHANGES ? (
              <p className="text-sm text-muted">
                The {SHOWN_CHANGES} latest of {changes.total}.{" "}
                <a href={`/api/schedules/${id}/changes?limit=200`} className="text-accent underline underline-offset-3">
                  All of them as JSON
                </a>
              </p>
            ) : null}
          </section>
        ) : null}
      </PageBody>
    </>
  );
}

function Facts({ schedule }: { schedule: ScheduleView }) {
  const { prompt, missed, overlap, createdByName, agentName, isMadeByModel, timeZone } = schedule;
  const times = nextTimes(schedule);
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
      <section aria-labelledby="prompt" className="grid content-start gap-2">
        <h2 id="prompt" className="font-semibold">
          What the agent is to do
        </h2>
        <p className="rounded-md bg-sunken px-4 py-3 whitespace-pre-wrap wrap-anywhere">
          <VisibleText text={prompt} mode="prose" />
        </p>
      </section>
      <dl className="grid content-start gap-3 text-sm [&_dt]:text-muted">
        <div>
          <dt>{schedule.status === "active" ? "Next runs" : "Next runs, if it were active"}</dt>
          <dd className="mt-0.5 grid font-mono text-xs leading-5 tabular-nums">
            {times.length > 0 ? times.map((time) => <span key={time}>{time}</span>) : <span>none</span>}
          </dd>
        </div>
        <div>
          <dt>Acts in the name of</dt>
          <dd>
            {createdByName ?? "somebody who left"}, with the role that they have at each run; zone {timeZone}
            {isMadeByModel ? "; written by an agent" : null}
          </dd>
        </div>
        {agentName ? (
          <div>
            <dt>Done by the agent</dt>
            <dd>
              <VisibleText text={agentName} mode="prose" />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>After an outage, and when runs overlap</dt>
          <dd>
            {MISSED_WORDS[missed]}; {OVERLAP_WORDS[overlap]}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function nextTimes(schedule: ScheduleView): string[] {
  if (schedule.status === "cancelled" || schedule.status === "archived") return [];
  try {
    return nextRuns(timingOfRow(schedule), new Date(), 5).map((time) => formatInZone(time, schedule.timeZone));
  } catch {
    return [];
  }
}
