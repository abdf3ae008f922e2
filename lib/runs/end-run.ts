import type { TenantSql } from "#db/tenant.ts";
import type { Fragment } from "#db/transaction.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { runColumns, runFigures } from "#lib/metrics/run-figures.ts";

/**
 * Ends a run and counts it, in one statement: whoever ends it and however often they try, the statistics have it once, as its row says in the end.
 * They count it in the hour in which it was asked for. A run that has ended stays as it is.
 *
 * @param changes what else becomes of the row: its final status, and why
 * @param condition what must still hold of it, beginning with `and`
 */
export function endRun(sql: TenantSql, { tenantId, runId }: { tenantId: TenantId; runId: RunId }, changes: Fragment, condition = sql``) {
  return sql`
    with ended as (
      update runs set ${changes}, ended_at = now() where tenant_id = ${tenantId} and id = ${runId} and ended_at is null ${condition}
      returning tenant_id, created_at, ${runFigures(sql)}
    )
    insert into run_statistics (tenant_id, level, bucket, ${runColumns(sql)})
    select tenant_id, 'delta', date_trunc('hour', created_at, 'UTC'), ${runColumns(sql)} from ended`;
}
