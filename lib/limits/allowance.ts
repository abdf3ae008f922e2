import type { TenantSql } from "#db/tenant.ts";
import type { Fragment } from "#db/transaction.ts";
import type { TenantId } from "#lib/ids.ts";
import type { ModelPrice } from "#lib/prices/model-price.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";

/** Calls, tokens and what they cost in US dollars, of one day in UTC. */
export interface Used {
  calls: number;
  tokens: number;
  usd: number;
}

/** What a run may use, and what it pays, as of the transaction that read it. `today` is counted only for whom a daily limit is set. */
export interface Allowance {
  limits: Limits;
  today: { member: Used; organization: Used };
  prices: readonly ModelPrice[];
}

const NOTHING_USED: Used = { calls: 0, tokens: 0, usd: 0 };

/** An allowance as `selectAllowance` gives it; without what an organization never changed. */
export interface StoredAllowance {
  limits: (Limits & { today: (Used & { subject: string })[] | null }) | null;
  prices: ModelPrice[] | null;
}

/**
 * SQL: the limits in force, what they leave room for, and the prices, as one value: it travels with a statement that asks for other things, so that
 * a run need not ask for it.
 * @param member the column or value that names the member, as SQL
 */
export function selectAllowance(sql: TenantSql, tenantId: TenantId, member: Fragment) {
  return sql`jsonb_build_object(
    'prices', (select prices from model_prices where tenant_id = ${tenantId} order by version desc limit 1),
    'limits', (
      select jsonb_build_object(
               'callsPerRun', l.calls_per_run, 'tokensPerRun', l.tokens_per_run, 'usdPerRun', l.micro_usd_per_run / 1e6,
               'activeMsPerRun', l.active_ms_per_run, 'scheduledRunsAtOnce', l.scheduled_runs_at_once, 'workspaceBytes', l.workspace_bytes,
               'memberCallsPerDay', l.member_calls_per_day, 'memberTokensPerDay', l.member_tokens_per_day,
               'memberUsdPerDay', l.member_micro_usd_per_day / 1e6,
               'organizationCallsPerDay', l.organization_calls_per_day, 'organizationTokensPerDay', l.organization_tokens_per_day,
               'organizationUsdPerDay', l.organization_micro_usd_per_day / 1e6,
               'today', (select jsonb_agg(jsonb_build_object('subject', u.subject, 'calls', u.calls, 'tokens', u.tokens, 'usd', u.micro_usd / 1e6))
                           from daily_usage u
                          where u.tenant_id = ${tenantId} and u.day = (now() at time zone 'UTC')::date and u.subject in (${tenantId}, ${member})))
        from limits l where l.tenant_id = ${tenantId} order by l.version desc limit 1))`;
}

export function allowanceOf(tenantId: TenantId, { limits: stored, prices }: StoredAllowance): Allowance {
  if (!stored) return { limits: DEFAULT_LIMITS, today: { member: NOTHING_USED, organization: NOTHING_USED }, prices: prices ?? [] };
  const { today, ...limits } = stored;
  return { limits, today: usedBy(tenantId, today ?? []), prices: prices ?? [] };
}

/** Rows of a day: the one whose subject is the organization is everybody's together, the other the member's own. */
export function usedBy(tenantId: TenantId, rows: readonly (Used & { subject: string })[]): Allowance["today"] {
  const of = (isAll: boolean): Used => {
    const row = rows.find(({ subject }) => (subject === tenantId) === isAll);
    return row ? { calls: row.calls, tokens: row.tokens, usd: row.usd } : NOTHING_USED;
  };
  return { member: of(false), organization: of(true) };
}
