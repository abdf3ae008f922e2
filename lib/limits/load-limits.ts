import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";

/** The limits in force. `version` grows with every change; 1 is what an organization begins with, and nobody changed it. */
export interface LimitsInForce extends Limits {
  version: number;
  changedAt: Date | null;
  changedByName: string | null;
}

/** Read inside the caller's transaction. */
export async function loadLimits(sql: TenantSql, tenantId: TenantId): Promise<LimitsInForce> {
  const [row] = await sql<LimitsInForce[]>`
    select l.version, l.calls_per_run as "callsPerRun", l.tokens_per_run as "tokensPerRun",
           l.micro_usd_per_run / 1e6::float8 as "usdPerRun", l.active_ms_per_run as "activeMsPerRun",
           l.member_calls_per_day as "memberCallsPerDay", l.member_tokens_per_day as "memberTokensPerDay",
           l.member_micro_usd_per_day / 1e6::float8 as "memberUsdPerDay", l.organization_micro_usd_per_day / 1e6::float8 as "organizationUsdPerDay",
           l.organization_calls_per_day as "organizationCallsPerDay", l.organization_tokens_per_day as "organizationTokensPerDay",
           l.scheduled_runs_at_once as "scheduledRunsAtOnce", l.workspace_bytes as "workspaceBytes", l.created_at as "changedAt", u.name as "changedByName"
      from limits l left join users u on u.id = l.created_by
     where l.tenant_id = ${tenantId} order by l.version desc limit 1`;
  return row ?? { version: 1, changedAt: null, changedByName: null, ...DEFAULT_LIMITS };
}
