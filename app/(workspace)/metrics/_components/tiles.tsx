import { callsHref } from "#components/records/calls-address.ts";
import { durationWords, percentWords, shortCount, shortUsd } from "#components/records/figures.ts";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { TenantContext } from "#lib/context.ts";
import { getApprovalMetrics } from "#lib/metrics/get-approval-metrics.ts";
import { getModelMetrics, type ModelMetricsRow } from "#lib/metrics/get-model-metrics.ts";
import { getToolMetrics } from "#lib/metrics/get-tool-metrics.ts";
import type { MetricsRow } from "#lib/metrics/metrics-row.ts";
import { Sparkline } from "./sparkline.tsx";
import { Change, Tile, TileGroup } from "./tile.tsx";
import { before, callsBehind, inBuckets, lengthWords, type MetricsView, viewHref } from "./view.ts";

/** The six figures at the top, each against the range before. */
export function Tiles({ ctx, view }: { ctx: TenantContext; view: MetricsView }) {
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <TileGroup title="Calls" tiles={3}>
        <CallTiles ctx={ctx} view={view} />
      </TileGroup>
      <TileGroup title="Approvals" tiles={2}>
        <ApprovalTiles ctx={ctx} view={view} />
      </TileGroup>
      <TileGroup title="Models" tiles={1}>
        <ModelTile ctx={ctx} view={view} />
      </TileGroup>
    </div>
  );
}

async function CallTiles({ ctx, view }: { ctx: TenantContext; view: MetricsView }) {
  const ask = { ...view.filter, groupBy: "none" as const };
  const [whole, earlier, series] = await Promise.all([
    getToolMetrics(ctx, { ...ask, from: view.from, to: view.to }),
    getToolMetrics(ctx, { ...ask, ...before(view) }),
    getToolMetrics(ctx, { ...ask, from: view.from, to: view.to, bucket: view.bucket }),
  ]);
  const [now, then] = [whole.items[0], earlier.items[0]];
  const points = inBuckets(view, series.items).map(({ row }) => row);
  const than = lengthWords(view);
  const rate = rateOf(now);
  return (
    <>
      <Tile
        name="Calls"
        value={shortCount(now?.calls ?? 0)}
        href={now && callsBehind(view)}
        change={<Change now={now?.calls ?? 0} before={then?.calls ?? 0} words={shortCount} than={than} />}
      >
        <Sparkline values={points.map((row) => row?.calls ?? 0)} />
      </Tile>
      <Tile
        name="Success rate"
        value={rate === null ? "–" : percentWords(rate)}
        href={now && callsBehind(view, { status: "succeeded" })}
        change={<Change now={rate} before={rateOf(then)} words={(difference) => `${(difference * 100).toFixed(1)} points`} than={than} />}
      >
        <Sparkline values={points.map(rateOf)} />
      </Tile>
      <Tile
        name="Execution, p95"
        value={now?.p95Ms == null ? "–" : durationWords(now.p95Ms)}
        href={now && callsBehind(view)}
        change={<Change now={now?.p95Ms ?? null} before={then?.p95Ms ?? null} words={durationWords} than={than} />}
      >
        <Sparkline values={points.map((row) => row?.p95Ms ?? null)} />
      </Tile>
    </>
  );
}

/** Of the calls that were executed: what people or rules stopped says nothing about a tool. */
function rateOf(row: MetricsRow | undefined): number | null {
  return row && row.executed > 0 ? row.succeeded / row.executed : null;
}

async function ApprovalTiles({ ctx, view }: { ctx: TenantContext; view: MetricsView }) {
  const [now, then] = await Promise.all([
    getApprovalMetrics(ctx, { ...view.filter, from: view.from, to: view.to, bucket: view.bucket }),
    getApprovalMetrics(ctx, { ...view.filter, ...before(view) }),
  ]);
  const { count, oldestAt } = now.pendingNow;
  return (
    <>
      <Tile
        name="Waiting now"
        value={shortCount(count)}
        href={count > 0 ? callsHref({ ...view.filter, approval: "pending" }) : undefined}
        change={
          oldestAt ? (
            <>
              Oldest: <RelativeTime at={oldestAt.toISOString()} />
            </>
          ) : (
            "Nobody is waited for"
          )
        }
      />
      <Tile
        name="Decision, median"
        value={now.medianDecisionMs === null ? "–" : durationWords(now.medianDecisionMs)}
        href={now.totals.requested > 0 ? callsBehind(view, { status: undefined, approval: "any" }) : undefined}
        change={<Change now={now.medianDecisionMs} before={then.medianDecisionMs} words={durationWords} than={lengthWords(view)} />}
      >
        <Sparkline values={inBuckets(view, now.series).map(({ row }) => row?.medianDecisionMs ?? null)} />
      </Tile>
    </>
  );
}

/** What the models cost, once one has a price; until then their tokens. */
async function ModelTile({ ctx, view }: { ctx: TenantContext; view: MetricsView }) {
  const { tool: _, ...filter } = view.filter;
  const ask = { ...filter, from: view.from, to: view.to };
  const [whole, earlier, series] = await Promise.all([
    getModelMetrics(ctx, ask),
    getModelMetrics(ctx, { ...filter, ...before(view) }),
    getModelMetrics(ctx, { ...ask, bucket: view.bucket }),
  ]);
  const tokens = (items: readonly ModelMetricsRow[]) => items.reduce((sum, row) => sum + row.totalTokens, 0);
  const usd = (items: readonly ModelMetricsRow[]) => items.reduce((sum, row) => sum + row.costUsd, 0);
  const inSeries = (of: typeof tokens) =>
    inBuckets(view, []).map(({ at }) => of(series.items.filter(({ bucket }) => bucket?.getTime() === at.getTime())));
  const cost = usd(whole.items);
  if (cost > 0)
    return (
      <Tile
        name="Cost"
        value={shortUsd(cost)}
        href={viewHref(view, { tab: "models" })}
        change={<Change now={cost} before={usd(earlier.items)} words={shortUsd} than={lengthWords(view)} />}
      >
        <Sparkline values={inSeries(usd)} />
      </Tile>
    );
  const estimated = tokens(whole.items.filter(({ isEstimated }) => isEstimated));
  return (
    <Tile
      name={estimated > 0 ? "Tokens reported" : "Tokens"}
      value={shortCount(tokens(whole.items) - estimated)}
      href={viewHref(view, { tab: "models" })}
      change={
        estimated > 0 ? (
          `and ${shortCount(estimated)} estimated`
        ) : (
          <Change now={tokens(whole.items)} before={tokens(earlier.items)} words={shortCount} than={lengthWords(view)} />
        )
      }
    >
      <Sparkline values={inSeries(tokens)} />
    </Tile>
  );
}
