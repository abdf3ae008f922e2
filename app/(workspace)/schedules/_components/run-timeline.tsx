import Link from "next/link";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { TimelineEntry } from "#lib/schedules/run-timeline.ts";

const link = "text-accent underline-offset-3 hover:underline";

/** What happened, from its time to its end. Times are those of the schedule's zone, to the millisecond on hover. */
export function RunTimeline({ entries, timeOf }: { entries: TimelineEntry[]; timeOf: (at: Date) => string }) {
  return (
    <ol aria-label="What happened" className="grid gap-3 border-s ps-4">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what has happened keeps its place
        <li key={index} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
          <time
            dateTime={entry.at.toISOString()}
            title={entry.at.toISOString()}
            className="font-mono text-xs leading-6 text-muted tabular-nums"
          >
            {timeOf(entry.at)}
          </time>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2">
              {entry.callId || entry.approvalId ? <EntryLink entry={entry} /> : <VisibleText text={entry.text} mode="prose" />}
              {entry.status ? <OutcomeBadge status={entry.status} isPlain /> : null}
            </p>
            {entry.detail ? (
              <p className="text-sm text-muted wrap-anywhere">
                <VisibleText text={entry.detail} mode="prose" />
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

function EntryLink({ entry }: { entry: TimelineEntry }) {
  const href = entry.approvalId ? `/approvals?id=${entry.approvalId}` : `/tool-calls/${entry.callId}`;
  return (
    <Link href={href} prefetch={false} className={`inline-block py-0.5 ${link}`}>
      <VisibleText text={entry.text} mode={entry.approvalId ? "prose" : "exact"} />
    </Link>
  );
}
