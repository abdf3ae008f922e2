import type { TenantContext } from "#lib/context.ts";
import { type Used, usedBy } from "./allowance.ts";
import { type LimitsInForce, loadLimits } from "./load-limits.ts";
import { usageToday } from "./usage-today.ts";

export interface LimitsView extends LimitsInForce {
  /** Since 00:00 UTC: by whoever asks, and by everybody. */
  usedToday: { member: Used; organization: Used };
}

/** The limits of the organization, for everybody in it, and what they have used of those of the day. */
export function getLimits(ctx: TenantContext): Promise<LimitsView> {
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    const [limits, rows] = await Promise.all([
      loadLimits(sql, tenantId),
      sql<(Used & { subject: string })[]>`
        select subject, calls, tokens, micro_usd / 1e6::float8 as usd from (${usageToday(sql, tenantId)}) used where subject in (${tenantId}, ${userId})`,
    ]);
    return { ...limits, usedToday: usedBy(tenantId, rows) };
  });
}
