import { CalendarClock, Plus } from "lucide-react";
import Link from "next/link";
import { RefreshOn } from "#components/live/refresh-on.tsx";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { readFrom } from "#lib/paging/read-from.ts";
import { listSchedules } from "#lib/schedules/list-schedules.ts";
import type { ScheduleStatus } from "#lib/schedules/states.ts";
import { ScheduleItem } from "./_components/schedule-item.tsx";
import { shownSchedule } from "./_components/shown-schedule.ts";

export const metadata = { title: "Schedules" };

const PAGE = 50;
const TABS: { label: string; status: ScheduleStatus | null }[] = [
  { label: "All", status: null },
  { label: "Drafts", status: "draft" },
  { label: "Active", status: "active" },
  { label: "Paused", status: "paused" },
  { label: "Broken", status: "broken" },
  { label: "Completed", status: "completed" },
  { label: "Archived", status: "archived" },
];

/** Work that runs by itself: what, when, and what became of it last. Drafts of agents stand first until a person activates them. */
export default async function SchedulesPage(props: SearchParamsProps) {
  const actor = await pageActor();
  const asked = await searchParam(props, "status");
  const tab = TABS.find(({ status }) => status === asked) ?? TABS[0];
  const status = tab?.status ?? undefined;
  const askedCursor = await searchParam(props, "cursor");
  const isFirstOfAll = !status && !askedCursor;
  const [{ page, cursor }, drafts] = await Promise.all([
    readFrom(askedCursor, (from) => listSchedules(actor, { limit: PAGE, cursor: from, status })),
    isFirstOfAll ? listSchedules(actor, { limit: PAGE, status: "draft" }) : null,
  ]);
  const from = cursor ? Number((await searchParam(props, "from")) ?? 1) || 1 : 1;
  const waiting = drafts?.items.map(shownSchedule) ?? [];
  const others = page.items.map(shownSchedule).filter(({ id }) => !waiting.some((draft) => draft.id === id));
  const mayMake = actor.role !== "auditor";
  return (
    <>
      <RefreshOn events={["schedule-changed", "run-end", "approval-changed"]} />
      <PageHeader
        title="Schedules"
        description="Work that agents do by themselves, at its time, through the same approvals as everything else."
        actions={mayMake ? <NewScheduleLink /> : null}
        className="shrink-0"
      >
        <TabNav
          label="Schedules by status"
          tabs={TABS.map(({ label, status: own }) => ({
            label,
            href: own ? `/schedules?status=${own}` : "/schedules",
            isCurrent: own === (status ?? null),
          }))}
        />
      </PageHeader>
      <PageBody>
        {waiting.length > 0 ? (
          <section aria-labelledby="drafts" className="grid gap-2">
            <h2 id="drafts" className="font-semibold">
              {waiting.length === 1 ? "A draft waits" : `${waiting.length} drafts wait`} for a person to activate{" "}
              {waiting.length === 1 ? "it" : "them"}
            </h2>
            <ScheduleItems schedules={waiting} />
          </section>
        ) : null}
        {others.length > 0 ? <ScheduleItems schedules={others} /> : null}
        {page.items.length === 0 ? <Empty isFiltered={Boolean(status)} mayMake={mayMake} /> : null}
        {page.total > PAGE ? (
          <Pagination
            from={from}
            to={from + page.items.length - 1}
            total={page.total}
            previousHref={cursor ? (status ? `/schedules?status=${status}` : "/schedules") : null}
            nextHref={page.nextCursor ? nextHref(page.nextCursor, from + page.items.length, status) : null}
          />
        ) : null}
      </PageBody>
    </>
  );
}

function ScheduleItems({ schedules }: { schedules: ReturnType<typeof shownSchedule>[] }) {
  return (
    <ul className="overflow-hidden rounded-md bg-surface hairline-ring [&>li+li]:border-t">
      {schedules.map((schedule) => (
        <ScheduleItem key={schedule.id} schedule={schedule} />
      ))}
    </ul>
  );
}

function NewScheduleLink() {
  return (
    <Link href="/schedules/new" className={buttonStyles({ variant: "primary" })}>
      <Plus aria-hidden="true" />
      New schedule
    </Link>
  );
}

function Empty({ isFiltered, mayMake }: { isFiltered: boolean; mayMake: boolean }) {
  if (isFiltered) return <EmptyState title="None with this status">The other tabs have the rest.</EmptyState>;
  return (
    <EmptyState icon={<CalendarClock />} title="Nothing is scheduled" actions={mayMake ? <NewScheduleLink /> : null}>
      Have something done once at a time, or again and again: a report on weekdays at nine, a check every hour. Or ask in a chat; what an
      agent makes waits here as a draft.
    </EmptyState>
  );
}

function nextHref(cursor: string, from: number, status: ScheduleStatus | undefined): string {
  return `/schedules?${new URLSearchParams({ ...(status && { status }), cursor, from: String(from) })}`;
}
