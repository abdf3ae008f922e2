import { CircleDashed } from "lucide-react";
import Link from "next/link";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import type { TenantContext } from "#lib/context.ts";
import { getModelMetrics, type ModelGrouping } from "#lib/metrics/get-model-metrics.ts";
import { usdWords } from "#lib/prices/usd.ts";
import { StackedChart } from "./lazy-charts.tsx";
import { Legend } from "./legend.tsx";
import type { Part } from "./outcomes.ts";
import { MoreInFile, NoFigures } from "./panel.tsx";
import { SeriesTable } from "./series-table.tsx";
import { inBuckets, type MetricsView } from "./view.ts";

const PARTS: readonly Part[] = [
  { key: "reported", word: "Reported by the provider", role: "accent", fill: "solid" },
  { key: "estimated", word: "Estimated by us", role: "accent", fill: "diagonal" },
];

/** The question of both panels. Models are asked by runs, which have no tool. */
function askOf({ filter, from, to }: MetricsView) {
  const { tool: _, ...rest } = filter;
  return { ...rest, from, to };
}

/** Tokens over the range, reported and estimated ones apart. */
export async function TokenSeries({ ctx, view }: { ctx: TenantContext; view: MetricsView }) {
  const { items } = await getModelMetrics(ctx, { ...askOf(view), bucket: view.bucket });
  const sums = new Map<number, { bucket: Date; reported: number; estimated: number }>();
  for (const { bucket, isEstimated, totalTokens } of items) {
    if (!bucket) continue;
    const sum = sums.get(bucket.getTime()) ?? { bucket, reported: 0, estimated: 0 };
    sum[isEstimated ? "estimated" : "reported"] += totalTokens;
    sums.set(bucket.getTime(), sum);
  }
  const rows = [...sums.values()];
  const total = (key: "reported" | "estimated") => rows.reduce((sum, row) => sum + row[key], 0);
  if (total("reported") + total("estimated") === 0) return <NoFigures>No tokens were used in this range.</NoFigures>;
  const parts = PARTS.filter(({ key }) => total(key as "reported" | "estimated") > 0);
  const placed = inBuckets(view, rows);
  return (
    <>
      <StackedChart
        label={`Tokens over time: ${count(total("reported"))} reported, ${count(total("estimated"))} estimated.`}
        points={placed.map(({ at, row }) => ({
          at: at.toISOString(),
          values: { reported: row?.reported ?? 0, estimated: row?.estimated ?? 0 },
        }))}
        bucket={view.bucket}
        parts={parts}
      />
      <Legend parts={parts} values={({ key }) => count(total(key as "reported" | "estimated"))} />
      <SeriesTable
        caption="Tokens over time"
        bucket={view.bucket}
        columns={["Reported", "Estimated"]}
        rows={placed.flatMap(({ at, row }) => (row ? [{ at, cells: [count(row.reported), count(row.estimated)] }] : []))}
      />
    </>
  );
}

/** Says what the cost leaves out. */
function Unpriced({ tokens }: { tokens: number }) {
  if (tokens === 0) return null;
  return (
    <p className="text-sm text-muted">
      {count(tokens)} tokens are of models that had no price when they were asked, and cost nothing here. Owners and admins set prices in{" "}
      <Link href="/settings/limits" className="text-accent underline underline-offset-3">
        Settings, Limits
      </Link>
      .
    </p>
  );
}

const GROUPS: Record<ModelGrouping, string> = { model: "Model", user: "Person", agent: "Agent" };
const SHOWN = 50;

/** Runs, tokens and cost by model, person or agent. */
export async function ModelTable({ ctx, view, groupBy }: { ctx: TenantContext; view: MetricsView; groupBy: ModelGrouping }) {
  const { items } = await getModelMetrics(ctx, { ...askOf(view), groupBy });
  if (items.length === 0) return <NoFigures>No run began in this range.</NoFigures>;
  const name = GROUPS[groupBy];
  return (
    <>
      <Table caption={`Runs, tokens and cost by ${name.toLowerCase()}`}>
        <thead>
          <tr>
            <Th>{name}</Th>
            <Th>Tokens are</Th>
            <Th isNumeric>Runs</Th>
            <Th isNumeric>Steps with tools</Th>
            <Th isNumeric>Input</Th>
            <Th isNumeric>Output</Th>
            <Th isNumeric>Total</Th>
            <Th isNumeric>Cost</Th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, SHOWN).map((row) => (
            <tr key={`${row.key} ${row.isEstimated}`}>
              <Td>
                <VisibleText text={row.name ?? row.key} mode={row.name === undefined ? "exact" : "prose"} />
              </Td>
              <Td className="whitespace-nowrap">
                {row.isEstimated ? (
                  <span className="inline-flex items-baseline gap-1.5 text-waiting [&>svg]:self-center">
                    <CircleDashed className="size-3.5" aria-hidden="true" />
                    estimated
                  </span>
                ) : (
                  "reported"
                )}
              </Td>
              {[row.runs, row.iterations, row.inputTokens, row.outputTokens, row.totalTokens].map((value, index) => (
                <Td key={["runs", "steps", "input", "output", "total"][index]} isNumeric>
                  {count(value)}
                </Td>
              ))}
              <Td isNumeric>{row.unpricedTokens > 0 && row.costUsd === 0 ? "no price" : usdWords(row.costUsd)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <MoreInFile shown={SHOWN} total={items.length} />
      {groupBy === "model" ? <Unpriced tokens={items.reduce((sum, row) => sum + row.unpricedTokens, 0)} /> : null}
    </>
  );
}
