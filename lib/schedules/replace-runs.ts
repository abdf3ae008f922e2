import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { RunId } from "#lib/ids.ts";
import { stopRun } from "#lib/runs/stop-run.ts";

/**
 * Stops runs of a schedule because another takes their place, and says so in its history.
 * @param by what does, as in "Replaced by …".
 */
export async function replaceRuns(sql: TenantSql, ctx: TenantContext, runIds: readonly RunId[], by: string): Promise<void> {
  for (const runId of runIds) await stopRun(sql, ctx, runId);
  if (runIds.length === 0) return;
  await sql`
    update schedule_runs set reason = ${`Replaced by ${by}.`}
     where tenant_id = ${ctx.tenantId} and run_id in ${sql(runIds as RunId[])} and status <> 'succeeded' and status <> 'failed'`;
}
