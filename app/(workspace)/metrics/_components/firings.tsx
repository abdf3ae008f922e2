import Link from "next/link";
import { shortCount, shortUsd } from "#components/records/figures.ts";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import type { TenantContext } from "#lib/context.ts";
import { getScheduleMetrics } from "#lib/metrics/get-schedule-metrics.ts";
import { Duration } from "./figure.tsx";
import { MoreInFile, NoFigures } from "./panel.tsx";
import type { MetricsView } from "./view.ts";

const COLUMNS = [
  ["firings", "Firings"],
  ["succeeded", "Done"],
  ["failed", "Failed"],
  ["cancelled", "Stopped"],
  ["skipped", "Skipped"],
  ["missed", "Missed"],
  ["open", "Under way"],
  ["dryRuns", "Dry runs"],
] as const;

const SHOWN = 50;

/** Firings by schedule, how long after their time they began, and what they cost. */
export async function Firings({ ctx, view }: { ctx: TenantContext; view: MetricsView }) {
  const { items } = await getScheduleMetrics(ctx, { from: view.from, to: view.to });
  if (items.length === 0) return <NoFigures>No schedule was due in this range.</NoFigures>;
  return (
    <>
      <Table caption="Firings by schedule">
        <thead>
          <tr>
            <Th>Schedule</Th>
            {COLUMNS.map(([key, word]) => (
              <Th key={key} isNumeric>
                {word}
              </Th>
            ))}
            <Th isNumeric>Late by, p50</Th>
            <Th isNumeric>p95</Th>
            <Th isNumeric>Tokens</Th>
            <Th isNumeric>Cost</Th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, SHOWN).map((row) => {
            const fired = row.firings - row.skipped - row.missed;
            return (
              <tr key={row.key}>
                <Td className="max-w-64 truncate">
                  {row.name === null ? (
                    <span className="text-muted">in a private chat</span>
                  ) : (
                    <Link href={`/schedules/${row.key}`} prefetch={false} className="text-accent underline-offset-3 hover:underline">
                      <VisibleText text={row.name} mode="prose" />
                    </Link>
                  )}
                </Td>
                {COLUMNS.map(([key]) => (
                  <Td key={key} isNumeric className={row[key] === 0 ? "text-muted" : ""}>
                    {count(row[key])}
                  </Td>
                ))}
                <Td isNumeric className="whitespace-nowrap">
                  <Duration ms={row.lagP50Ms} n={fired} />
                </Td>
                <Td isNumeric className="whitespace-nowrap">
                  <Duration ms={row.lagP95Ms} n={fired} />
                </Td>
                <Td isNumeric>{shortCount(row.tokens)}</Td>
                <Td isNumeric>{shortUsd(row.costUsd)}</Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <MoreInFile shown={SHOWN} total={items.length} />
    </>
  );
}
