import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { formatDate, formatTime, localTimeAt } from "#lib/schedules/local-time.ts";
import type { ScheduleView } from "#lib/schedules/schedule-view.ts";
import { WEBHOOK_CRON } from "#lib/schedules/timing.ts";
import { NoSchedule } from "../../_components/no-schedule.tsx";
import { readSchedule } from "../../_components/read-schedule.ts";
import { type FormStart, ScheduleForm } from "../../_components/schedule-form.tsx";

export const metadata = { title: "Edit schedule" };

export default async function EditSchedulePage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  const schedule = await readSchedule(actor, (await params).id);
  if (!schedule) return <NoSchedule />;
  return (
    <>
      <PageHeader title={<VisibleText text={`Edit ${schedule.name}`} mode="prose" />} parent={{ label: "Schedules", href: "/schedules" }} />
      <PageBody>
        {schedule.mayEdit ? (
          <ScheduleForm start={startOf(schedule)} zones={Intl.supportedValuesOf("timeZone")} />
        ) : (
          <EmptyState title="Only its creator changes what it does">
            It acts in the name of {schedule.createdByName ?? "another member"}. An owner or an admin may pause, cancel or delete it.
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}

function startOf({ id, name, prompt, missed, overlap, cron, runAt, everyMs, timeZone }: ScheduleView): FormStart {
  const kind = cron === WEBHOOK_CRON ? "webhook" : cron !== null ? "cron" : runAt !== null ? "once" : "every";
  const timing = {
    kind,
    cron: cron === null || cron === WEBHOOK_CRON ? "0 9 * * 1-5" : cron,
    runAt: runAt ? localInput(runAt, timeZone) : "",
    everyMinutes: String((everyMs ?? 3_600_000) / 60_000),
    timeZone,
  } as const;
  const stored = { cron, runAt: runAt?.toISOString() ?? null, everyMs, timeZone };
  return { id, name, prompt, missed, overlap, timing, stored };
}

/** As `datetime-local` wants it. */
function localInput(instant: Date, timeZone: string): string {
  const local = localTimeAt(instant, timeZone);
  return `${formatDate(local)}T${formatTime(local)}`;
}
