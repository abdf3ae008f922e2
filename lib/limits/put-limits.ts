import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import type { TenantId } from "#lib/ids.ts";
import { toMicroUsd } from "#lib/prices/usd.ts";
import { lockVersions, requireVersion } from "#lib/settings-version.ts";
import { hasDailyLimit, type Limits } from "./limits.ts";
import { type LimitsInForce, loadLimits } from "./load-limits.ts";
import { usageToday } from "./usage-today.ts";

/** `version`: the one that the change was made from; another one in force is 409 `version_conflict`. */
export type NewLimits = Limits & { version?: number | undefined };

/**
 * Puts new limits in force, for every run from its next step on. Earlier versions are kept. What was used today so far is taken from the records,
 * so that a limit of the day holds for the day that has begun.
 * @throws AppError 403, 409 `version_conflict`
 */
export async function putLimits(ctx: TenantContext, { version, ...limits }: NewLimits): Promise<LimitsInForce> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    await lockVersions(sql, tenantId, "limits");
    const before = await loadLimits(sql, tenantId);
    requireVersion("limits", before.version, version);
    await sql`
      insert into limits (tenant_id, version, calls_per_run, tokens_per_run, micro_usd_per_run, active_ms_per_run,
                          member_calls_per_day, member_tokens_per_day, member_micro_usd_per_day,
                          organization_calls_per_day, organization_tokens_per_day, organization_micro_usd_per_day,
                          scheduled_runs_at_once, workspace_bytes, created_by)
      values (${tenantId}, ${before.version + 1}, ${limits.callsPerRun}, ${limits.tokensPerRun}, ${microUsdOrNone(limits.usdPerRun)},
              ${limits.activeMsPerRun},
              ${limits.memberCallsPerDay}, ${limits.memberTokensPerDay}, ${microUsdOrNone(limits.memberUsdPerDay)},
              ${limits.organizationCallsPerDay}, ${limits.organizationTokensPerDay}, ${microUsdOrNone(limits.organizationUsdPerDay)},
              ${limits.scheduledRunsAtOnce}, ${limits.workspaceBytes}, ${userId})`;
    if (hasDailyLimit(limits)) await countToday(sql, tenantId);
    await recordAudit(sql, {
      tenantId,
      actorId: userId,
      action: "limits-change",
      subject: `limits:${before.version + 1}`,
      facts: { from: before.version, changes: changesOf(before, limits) },
    });
    return loadLimits(sql, tenantId);
  });
}

/** Counters of today as the records have them. Those that are there may be from before a time in which nobody counted. */
function countToday(sql: TenantSql, tenantId: TenantId): PromiseLike<unknown> {
  return sql`
    insert into daily_usage (tenant_id, day, subject, calls, tokens, micro_usd)
    select ${tenantId}, (now() at time zone 'UTC')::date, subject, calls, tokens, micro_usd from (${usageToday(sql, tenantId)}) used order by subject
    on conflict (tenant_id, day, subject) do update set calls = excluded.calls, tokens = excluded.tokens, micro_usd = excluded.micro_usd`;
}

function microUsdOrNone(usd: number | null): number | null {
  return usd === null ? null : toMicroUsd(usd);
}

/** For the log: what was, and what is. */
function changesOf(before: Limits, after: Limits): Record<string, { from: number | null; to: number | null }> {
  const names = (Object.keys(after) as (keyof Limits)[]).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]));
}
