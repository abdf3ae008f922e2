import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { hundredths } from "./metrics-row.ts";
import { bucketOf, type MetricsInput, type Question, questionOf } from "./question.ts";
import { withAgent } from "./with-agent.ts";

/** What became of requests; `requested` is the sum of all the others. */
export interface ApprovalTotals {
  requested: number;
  approved: number;
  denied: number;
  /** Nobody answered in time. */
  expired: number;
  /** The run was stopped, or the request was replaced by another. */
  cancelled: number;
  superseded: number;
  /** Of those requested in the range. */
  pending: number;
  /** Of those approved: the call began. */
  ran: number;
}

export interface ApprovalMetrics {
  totals: ApprovalTotals;
  /** From request to a person's decision, over approved and denied ones; null when there were none. */
  medianDecisionMs: number | null;
  p95DecisionMs: number | null;
  /** All that wait now and that the filters leave, whenever they were requested. */
  pendingNow: { count: number; oldestAt: Date | null };
  /** By the time of the request; empty unless a width was asked for. */
  series: (ApprovalTotals & { bucket: Date; medianDecisionMs: number | null })[];
  from: Date;
  to: Date;
}

type Row = ApprovalTotals & { bucket: Date | null; isWhole: boolean; decisions: number[] | null };

/** The organization's requests of a range (the last 24 hours), and how long people took. */
export async function getApprovalMetrics(ctx: TenantContext, input: Omit<MetricsInput, "groupBy">): Promise<ApprovalMetrics> {
  const question = questionOf(input);
  const [rows, [now]] = await ctx.db.sql((sql) =>
    Promise.all([
      readRequests(sql, ctx, question),
      sql<{ count: number; oldestAt: Date | null }[]>`
        select count(*)::int as count, min(created_at) as "oldestAt" from ${requestsOf(sql, ctx, question)} and status = 'pending'`,
    ]),
  );
  const whole = rows.find(({ isWhole }) => isWhole);
  if (!whole || !now) throw new Error("A count without a row.");
  const { decisions, bucket: _, isWhole: __, ...totals } = whole;
  return {
    totals,
    medianDecisionMs: at(decisions, 0),
    p95DecisionMs: at(decisions, 1),
    pendingNow: now,
    series: rows.flatMap(({ decisions, bucket, isWhole: _, ...row }) =>
      bucket ? [{ bucket, ...row, medianDecisionMs: at(decisions, 0) }] : [],
    ),
    ...question.range,
  };
}

function at(decisions: number[] | null, index: number): number | null {
  const ms = decisions?.[index];
  return ms === undefined ? null : hundredths(ms);
}

/** The parts of the series and the whole, from one reading. */
function readRequests(sql: TenantSql, ctx: TenantContext, question: Question) {
  const { range, widthMs } = question;
  return sql<Row[]>`
    select bucket, grouping(bucket) = 1 as "isWhole", count(*)::int as requested, count(*) filter (where status = 'approved')::int as approved,
           count(*) filter (where status = 'denied')::int as denied, count(*) filter (where status = 'expired')::int as expired,
           count(*) filter (where status = 'cancelled')::int as cancelled, count(*) filter (where status = 'superseded')::int as superseded,
           count(*) filter (where status = 'pending')::int as pending, count(used_at)::int as ran,
           to_json(percentile_cont(array[0.5, 0.95]) within group (order by decision_ms) filter (where status in ('approved', 'denied'))) as decisions
      from (select ${bucketOf(sql, "created_at", widthMs)} as bucket, status, used_at, extract(epoch from decided_at - created_at)::float8 * 1000 as decision_ms
              from ${requestsOf(sql, ctx, question)} and created_at >= ${range.from} and created_at < ${range.to}) requests
     group by grouping sets ((bucket), ()) order by bucket`;
}

/** SQL, for `from`: the requests that the filters leave; ends in a condition. */
function requestsOf(sql: TenantSql, { tenantId }: TenantContext, { filter: { tool, userId, agentId, entryPoint } }: Question) {
  return sql`
    ${agentId === undefined ? sql`approvals` : withAgent(sql, "approvals", tenantId)}
     where tenant_id = ${tenantId}
       ${tool === undefined ? sql`` : sql`and tool = ${tool}`}
       ${userId === undefined ? sql`` : sql`and requested_by = ${userId}`}
       ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}
       ${entryPoint === undefined ? sql`` : sql`and entry_point = ${entryPoint}`}`;
}
