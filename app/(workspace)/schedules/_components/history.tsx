import Link from "next/link";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { ScheduleRunView } from "#lib/schedules/list-schedule-runs.ts";
import { formatDate, formatTime, localTimeAt } from "#lib/schedules/local-time.ts";

const CAUSES: Record<ScheduleRunView["cause"], string> = { due: "by the clock", manual: "by a person", "catch-up": "to catch up" };

/** Every due time: what became of it, how late it began, how long it took, and where to read it. */
export function History({ runs, timeZone }: { runs: ScheduleRunView[]; timeZone: string }) {
  return (
    <Table caption="History">
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
            <Td className="whitespace-nowrap">{localWords(run.scheduledFor, timeZone)}</Td>
            <Td>
              <OutcomeBadge status={run.status} />
              {run.reason ? <p className="mt-1 max-w-md text-sm text-muted wrap-anywhere">{run.reason}</p> : null}
            </Td>
            <Td className="whitespace-nowrap">{CAUSES[run.cause]}</Td>
            <Td isNumeric>{run.lagMs === null || !run.startedAt ? "–" : words(run.lagMs)}</Td>
            <Td isNumeric>{run.startedAt && run.endedAt ? words(run.endedAt.getTime() - run.startedAt.getTime()) : "–"}</Td>
            <Td className="text-end">
              {run.chatId ? (
                <Link href={`/chat/${run.chatId}`} className="text-accent underline-offset-3 hover:underline">
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

function localWords(at: Date, timeZone: string): string {
  const local = localTimeAt(at, timeZone);
  return `${formatDate(local)} ${formatTime(local)}`;
}

function words(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
