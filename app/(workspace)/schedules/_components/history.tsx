import Link from "next/link";
import { DryRunBadge } from "#components/outcome/dry-run-badge.tsx";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { durationWords } from "#components/records/figures.ts";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ScheduleId } from "#lib/ids.ts";
import type { ScheduleRunView } from "#lib/schedules/list-schedule-runs.ts";
import { CAUSE_WORDS, localWords } from "./run-words.ts";

const link = "text-accent underline-offset-3 hover:underline";

/** Every due time: what became of it, how late it began, how long it took, and where to read it. The time leads to the whole story. */
export function History({ scheduleId, runs, timeZone }: { scheduleId: ScheduleId; runs: ScheduleRunView[]; timeZone: string }) {
  return (
    <Table caption="Due times">
      <thead>
        <tr>
          <Th>Due, {timeZone}</Th>
          <Th>Outcome</Th>
          <Th>Started</Th>
          <Th isNumeric>Late by</Th>
          <Th isNumeric>Took</Th>
          <Th>
            <span className="sr-only">Chat</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <Td className="whitespace-nowrap">
              <Link href={`/schedules/${scheduleId}/runs/${run.id}`} prefetch={false} className={`inline-block py-0.5 ${link}`}>
                {localWords(run.scheduledFor, timeZone)}
              </Link>
            </Td>
            <Td>
              <span className="inline-flex flex-wrap items-center gap-1.5">
                <OutcomeBadge status={run.status} />
                {run.cause === "dry-run" ? <DryRunBadge /> : null}
              </span>
              {run.reason ? (
                <p className="mt-1 max-w-md text-sm text-muted wrap-anywhere">
                  <VisibleText text={run.reason} mode="prose" />
                </p>
              ) : null}
            </Td>
            <Td className="whitespace-nowrap">{CAUSE_WORDS[run.cause]}</Td>
            <Td isNumeric>{run.lagMs === null || !run.startedAt || run.cause === "dry-run" ? "–" : durationWords(run.lagMs)}</Td>
            <Td isNumeric>{run.startedAt && run.endedAt ? durationWords(run.endedAt.getTime() - run.startedAt.getTime()) : "–"}</Td>
            <Td className="text-end">
              {run.chatId ? (
                <Link href={`/chat/${run.chatId}`} prefetch={false} className={link}>
                  Open chat
                </Link>
              ) : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
