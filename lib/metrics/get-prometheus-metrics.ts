import type { TenantSql } from "#db/tenant.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import type { TenantId } from "#lib/ids.ts";
import { ALIVE_SECONDS } from "#lib/runs/grant-lease.ts";
import { cubeFor, inCube } from "./cubes.ts";
import { type MetricFamily, prometheusText } from "./prometheus-text.ts";
import { OUTCOMES, type OutcomeName } from "./statistics-row.ts";

type ToolRow = Record<OutcomeName, number> & { tool: string; successMs: number };
type Gauges = {
  pending: number;
  oldestPendingSeconds: number;
  workers: number;
  waitingFirings: number;
  oldestFiringSeconds: number;
  oldestRunSeconds: number;
};

/** As which tool calls by all other names are counted: every name is a series for ever, and a model can make up any number of them. */
const NO_SUCH_TOOL = "(no such tool)";

/**
 * Everything that an alert needs of this organization, in Prometheus' text format. Counters count from the organization's first day.
 *
 * @param knownName the name of a tool that there is, null for anything else
 */
export async function getPrometheusMetrics(ctx: TenantContext, knownName: (name: string) => string | null): Promise<string> {
  requireRole(ctx, "owner", "admin");
  const [tools, runs, [gauges]] = await ctx.db.sql((sql) =>
    Promise.all([readTools(sql, ctx.tenantId), readOpenRuns(sql, ctx.tenantId), readGauges(sql, ctx.tenantId)]),
  );
  return prometheusText([...toolFamilies(withKnownNames(tools, knownName)), runFamily(runs), ...gaugeFamilies(gauges)]);
}

function readTools(sql: TenantSql, tenantId: TenantId) {
  const counts = OUTCOMES.map((outcome) => sql`, sum(${sql(outcome)})::int8 as ${sql(outcome)}`);
  return sql<ToolRow[]>`
    select tool ${counts}, sum(success_ms)::int8 as "successMs" from call_statistics
     where tenant_id = ${tenantId} and (level = 'delta' or level = 'day' ${inCube(sql, cubeFor({ tool: true }))})
     group by tool order by tool`;
}

function readOpenRuns(sql: TenantSql, tenantId: TenantId) {
  return sql<{ status: string; runs: number }[]>`
    select open.status, count(r.id)::int as runs
      from (values ('queued'), ('running'), ('awaiting-approval')) as open (status)
      left join runs r on r.tenant_id = ${tenantId} and r.status = open.status
     group by open.status order by open.status`;
}

function readGauges(sql: TenantSql, tenantId: TenantId) {
  const age = sql`greatest(coalesce(extract(epoch from now() - min(created_at)), 0), 0)::float8`;
  return sql<Gauges[]>`
    select count(*)::int as pending, ${age} as "oldestPendingSeconds",
           (select ${age} from schedule_runs where tenant_id = ${tenantId} and status = 'queued') as "oldestFiringSeconds",
           (select ${age} from runs where tenant_id = ${tenantId} and status = 'queued' and ended_at is null) as "oldestRunSeconds",
           (select count(*)::int from processes where kind = 'worker' and beat_at > now() - make_interval(secs => ${ALIVE_SECONDS})) as workers,
           (select count(*)::int from schedule_runs where tenant_id = ${tenantId} and status = 'queued') as "waitingFirings"
      from approvals where tenant_id = ${tenantId} and status = 'pending'`;
}

function withKnownNames(tools: ToolRow[], knownName: (name: string) => string | null): ToolRow[] {
  const byName = Map.groupBy(tools, ({ tool }) => knownName(tool) ?? NO_SUCH_TOOL);
  return [...byName].map(([tool, rows]) => {
    const sum = (column: OutcomeName | "successMs") => rows.reduce((total, row) => total + row[column], 0);
    const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, sum(outcome)])) as Record<OutcomeName, number>;
    return { tool, ...counts, successMs: sum("successMs") };
  });
}

function toolFamilies(tools: ToolRow[]): MetricFamily[] {
  return [
    {
      name: "countersign_tool_calls_total",
      type: "counter",
      help: "Settled tool calls by outcome.",
      samples: tools.flatMap((row) => OUTCOMES.map((outcome) => ({ labels: { tool: row.tool, outcome }, value: row[outcome] }))),
    },
    {
      name: "countersign_tool_call_duration_seconds",
      type: "summary",
      help: "Execution time of tool calls that succeeded.",
      samples: tools.flatMap(({ tool, succeeded, successMs }) => [
        { suffix: "_sum" as const, labels: { tool }, value: successMs / 1000 },
        { suffix: "_count" as const, labels: { tool }, value: succeeded },
      ]),
    },
  ];
}

function runFamily(runs: { status: string; runs: number }[]): MetricFamily {
  const samples = runs.map(({ status, runs: value }) => ({ labels: { status }, value }));
  return { name: "countersign_open_runs", type: "gauge", help: "Runs that have not ended, by status.", samples };
}

function gaugeFamilies(gauges: Gauges | undefined): MetricFamily[] {
  if (!gauges) return [];
  const gauge = (name: string, help: string, value: number): MetricFamily => ({ name, type: "gauge", help, samples: [{ value }] });
  return [
    gauge("countersign_approvals_pending", "Requests that wait for a person.", gauges.pending),
    gauge(
      "countersign_approvals_oldest_pending_seconds",
      "Age of the oldest request that waits; 0 when none does.",
      gauges.oldestPendingSeconds,
    ),
    gauge(
      "countersign_runs_oldest_queued_seconds",
      "Age of the oldest run that waits for a driver; 0 when none does.",
      gauges.oldestRunSeconds,
    ),
    gauge("countersign_schedule_firings_queued", "Firings that no worker has begun.", gauges.waitingFirings),
    gauge(
      "countersign_schedule_firings_oldest_queued_seconds",
      "Age of the oldest firing that no worker has begun; 0 when there is none.",
      gauges.oldestFiringSeconds,
    ),
    gauge("countersign_workers_alive", "Worker processes of this installation that were heard lately.", gauges.workers),
  ];
}
