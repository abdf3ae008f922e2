import Link from "next/link";
import type { CallsAddress } from "#components/records/calls-address.ts";
import { percentWords, shortCount, shortUsd } from "#components/records/figures.ts";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { TenantContext } from "#lib/context.ts";
import { getToolMetrics, type ToolMetricsRow } from "#lib/metrics/get-tool-metrics.ts";
import type { CallFilter, Grouping } from "#lib/metrics/question.ts";
import { CountLink, Duration } from "./figure.tsx";
import { MoreInFile, NoFigures } from "./panel.tsx";
import { Spread } from "./spread.tsx";
import { callsBehind, type MetricsView, viewHref } from "./view.ts";

/** Groups of calls, and the filter of the page that each of them is. */
const GROUPS = {
  tool: { name: "Tool", filter: (key: string) => ({ tool: key }) },
  user: { name: "Person", filter: (key: string) => ({ userId: key }) },
  agent: { name: "Agent", filter: (key: string) => ({ agentId: key }) },
  entryPoint: { name: "Entry point", filter: (key: string) => ({ entryPoint: key }) },
} satisfies Partial<Record<Grouping, { name: string; filter: (key: string) => CallsAddress }>>;

const SHOWN = 25;

const PERCENTILES = [
  ["Execution", "p50"],
  ["Execution", "p95"],
  ["Execution", "p99"],
  ["Human wait", "p50"],
  ["Human wait", "p95"],
  ["Queue", "p50"],
  ["Queue", "p95"],
] as const;

/** Calls by tool, person, agent or entry point: outcomes, execution, human wait and queue apart, and what the model steps took that asked for them. The most frequent ones; the file has all. */
export async function CallTable({ ctx, view, groupBy }: { ctx: TenantContext; view: MetricsView; groupBy: keyof typeof GROUPS }) {
  const { items } = await getToolMetrics(ctx, { ...view.filter, from: view.from, to: view.to, groupBy });
  if (items.length === 0) return <NoFigures>No call was settled in this range.</NoFigures>;
  const { name } = GROUPS[groupBy];
  const shown = items.slice(0, SHOWN);
  const longestMs = Math.max(...shown.map(({ p99Ms }) => p99Ms ?? 0));
  return (
    <>
      <Table caption={`Calls by ${name.toLowerCase()}`} className="[&_td]:px-1.5 [&_th]:px-1.5">
        <thead>
          <tr>
            <Th rowSpan={2} className="align-bottom">
              {name}
            </Th>
            <Th isNumeric rowSpan={2} className="align-bottom">
              Calls
            </Th>
            <Th isNumeric rowSpan={2} className="align-bottom">
              Done
            </Th>
            <Th isNumeric rowSpan={2} className="align-bottom">
              Failed
            </Th>
            <Th isNumeric rowSpan={2} className="align-bottom">
              Did not run
            </Th>
            <Th colSpan={4} scope="colgroup" className="border-b-0! pb-0! text-center!">
              Execution
            </Th>
            <Th colSpan={2} scope="colgroup" className="border-b-0! pb-0! text-center!">
              Human wait
            </Th>
            <Th colSpan={2} scope="colgroup" className="border-b-0! pb-0! text-center!">
              Queue
            </Th>
            <Th colSpan={2} scope="colgroup" className="border-b-0! pb-0! text-center!">
              Model step
            </Th>
          </tr>
          <tr>
            <Th className="pt-0!">
              <span className="sr-only">drawn</span>
            </Th>
            {PERCENTILES.map(([group, percentile]) => (
              <Th key={`${group} ${percentile}`} isNumeric className="pt-0!">
                <span className="sr-only">{group} </span>
                {percentile}
              </Th>
            ))}
            <Th isNumeric className="pt-0!">
              tokens
            </Th>
            <Th isNumeric className="pt-0!">
              cost
            </Th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.key} row={row} view={view} groupBy={groupBy} longestMs={longestMs} />
          ))}
        </tbody>
      </Table>
      <MoreInFile shown={SHOWN} total={items.length} />
    </>
  );
}

function Row({
  row,
  view,
  groupBy,
  longestMs,
}: {
  row: ToolMetricsRow;
  view: MetricsView;
  groupBy: keyof typeof GROUPS;
  longestMs: number;
}) {
  const filter = GROUPS[groupBy].filter(row.key);
  const behind = (status: string) => callsBehind(view, { ...filter, status });
  const stopped = row.refused + row.denied + row.expired + row.cancelled;
  const what = row.name ?? row.key;
  return (
    <tr>
      <Td className="min-w-28 max-w-64">
        <Link
          href={viewHref(view, { filter: filter as CallFilter })}
          prefetch={false}
          className="text-accent underline-offset-3 hover:underline"
        >
          {groupBy === "tool" ? <VisibleText text={row.key} /> : <VisibleText text={what} mode="prose" />}
        </Link>
      </Td>
      <Td isNumeric>
        <CountLink value={row.calls} href={behind("settled")} label={`calls of ${what}`} />
      </Td>
      <Td isNumeric className="whitespace-nowrap">
        <CountLink value={row.succeeded} href={behind("succeeded")} label={`calls of ${what} that were done`} />
        {row.executed > 0 ? <span className="ps-2 text-muted">{percentWords(row.succeeded / row.executed)}</span> : null}
      </Td>
      <Td isNumeric>
        <CountLink value={row.failed} href={behind("failed")} label={`calls of ${what} that failed`} />
      </Td>
      <Td isNumeric>
        <CountLink value={stopped} href={behind("not-run")} label={`calls of ${what} that did not run`} />
      </Td>
      <Td>
        <Spread p50Ms={row.p50Ms} p95Ms={row.p95Ms} p99Ms={row.p99Ms} longestMs={longestMs} />
      </Td>
      {[row.p50Ms, row.p95Ms, row.p99Ms].map((ms, index) => (
        <Td key={["p50", "p95", "p99"][index]} isNumeric className="whitespace-nowrap">
          <Duration ms={ms} n={row.executed} />
        </Td>
      ))}
      {[row.waitP50Ms, row.waitP95Ms].map((ms, index) => (
        <Td key={["p50", "p95"][index]} isNumeric className="whitespace-nowrap">
          <Duration ms={ms} n={row.waited} />
        </Td>
      ))}
      {[row.queueP50Ms, row.queueP95Ms].map((ms, index) => (
        <Td key={["p50", "p95"][index]} isNumeric className="whitespace-nowrap">
          <Duration ms={ms} n={row.calls} />
        </Td>
      ))}
      <Td isNumeric>{shortCount(row.tokens)}</Td>
      <Td isNumeric>{shortUsd(row.costUsd)}</Td>
    </tr>
  );
}
