import type { TenantContext } from "#lib/context.ts";
import type { ToolCallKind } from "#lib/runs/states.ts";
import { askedCalls, type MetricsInput, matchesFilter, questionOf } from "./question.ts";

/** Calls of one tool that did not run for one reason. */
export interface RefusalRow {
  kind: ToolCallKind;
  tool: string;
  calls: number;
}

export interface RefusalMetrics {
  items: RefusalRow[];
  nextCursor: null;
  total: number;
  from: Date;
  to: Date;
}

/** What did not run in a range (the last 24 hours), by kind and tool, the most frequent first. Nothing of it happened in the world. */
export async function getRefusalMetrics(ctx: TenantContext, input: Omit<MetricsInput, "groupBy" | "bucket">): Promise<RefusalMetrics> {
  const question = questionOf(input);
  const { range, filter } = question;
  const items = await ctx.db.sql(
    (sql) => sql<RefusalRow[]>`
      select kind, tool, count(*)::int as calls from ${askedCalls(sql, ctx.tenantId, question)}
       where tenant_id = ${ctx.tenantId} and created_at >= ${range.from} and created_at < ${range.to} and kind is not null and ended_at is not null
             ${matchesFilter(sql, filter)}
       group by 1, 2 order by calls desc, kind, tool`,
  );
  return { items, nextCursor: null, total: items.length, ...range };
}
