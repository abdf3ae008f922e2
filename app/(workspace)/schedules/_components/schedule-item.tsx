import { Bot } from "lucide-react";
import Link from "next/link";
import { cx } from "#components/cx.ts";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { ScheduleActs } from "./schedule-acts.tsx";
import type { ShownSchedule } from "./shown-schedule.ts";
import { StatusBadge } from "./status-badge.tsx";
import { ZonedTime } from "./zoned-time.tsx";

/** An active schedule without a next run has no clock. */
const WITHOUT_NEXT: Partial<Record<ShownSchedule["status"], string>> = {
  draft: "Runs once somebody has activated it",
  active: "Waits to be called",
};

/** One schedule of the list. What waits for a person, or cannot go on without one, stands out. */
export function ScheduleItem({ schedule }: { schedule: ShownSchedule }) {
  const { id, name, description, status, nextRunAt, timeZone, brokenReason, lastRun, isMadeByModel, createdByName, agentName } = schedule;
  return (
    <li
      className={cx(
        "flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3",
        status === "draft" && "border-s-3 border-s-waiting bg-waiting-soft/40",
        status === "broken" && "border-s-3 border-s-failed bg-failed-soft/40",
      )}
    >
      <div className="grid min-w-0 grow basis-52 gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={`/schedules/${id}`} className="font-medium wrap-anywhere underline-offset-3 hover:underline">
            <VisibleText text={name} mode="prose" />
          </Link>
          <StatusBadge status={status} />
          {isMadeByModel ? (
            <Badge>
              <Bot aria-hidden="true" />
              made by an agent
            </Badge>
          ) : null}
        </div>
        <p className="text-sm text-muted">
          <span className="inline-block first-letter:uppercase">{description}</span>
          {createdByName ? ` · for ${createdByName}` : null}
          {agentName ? ` · by ${agentName}` : null}
        </p>
        {brokenReason ? <p className="text-sm font-medium text-failed wrap-anywhere">{brokenReason}</p> : null}
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {nextRunAt ? (
            <span>
              <ZonedTime at={nextRunAt} timeZone={timeZone} />
            </span>
          ) : (
            <span className="text-muted">{WITHOUT_NEXT[status] ?? "No next run"}</span>
          )}
          {lastRun ? (
            <span className="inline-flex flex-wrap items-center gap-1.5">
              <span className="text-muted">Last:</span>
              <OutcomeBadge status={lastRun.status} isPlain />
              <RelativeTime at={lastRun.scheduledFor} className="text-muted" />
            </span>
          ) : null}
        </p>
      </div>
      <div className="ms-auto">
        <ScheduleActs schedule={schedule} />
      </div>
    </li>
  );
}
