import type { TenantContext } from "#lib/context.ts";
import { cubeFor, inCube } from "./cubes.ts";
import { hundredths } from "./metrics-row.ts";

/**
 * The average execution time of each tool in ms, over all calls of it that ever succeeded in this organization: `{ [tool]: averageDurationMs }`.
 * Right from the moment at which a call is recorded; a tool that never succeeded is not in it.
 */
export async function getExecutionStats(ctx: TenantContext): Promise<Record<string, number>> {
  const rows = await ctx.db.sql(
    (sql) => sql<{ tool: string; averageMs: number }[]>`
      select tool, sum(success_ms)::float8 / sum(succeeded) as "averageMs" from call_statistics
       where tenant_id = ${ctx.tenantId} and (level = 'delta' or level = 'day' ${inCube(sql, cubeFor({ tool: true }))})
       group by tool having sum(succeeded) > 0 order by tool`,
  );
  return Object.fromEntries(rows.map(({ tool, averageMs }) => [tool, hundredths(averageMs)]));
}
