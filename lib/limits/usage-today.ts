import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";

/**
 * SQL: what was used today, by the records: rows `(subject, calls, tokens, micro_usd)`, one for every member who used something and one
 * for the organization. Calls that ran or may still run, by when they were asked for; tokens of runs and what they cost, by when those began.
 */
export function usageToday(sql: TenantSql, tenantId: TenantId) {
  const start = sql`date_trunc('day', now(), 'UTC')`;
  return sql`
    select coalesce(user_id, ${tenantId}) as subject, coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(tokens), 0)::bigint as tokens,
           coalesce(sum(micro_usd), 0)::bigint as micro_usd
      from (
        select user_id, 1 as calls, 0 as tokens, 0 as micro_usd from tool_calls
         where tenant_id = ${tenantId} and created_at >= ${start}
           and status not in ('refused', 'denied', 'expired') and not (status = 'cancelled' and started_at is null)
        union all
        select user_id, 0, coalesce(total_tokens, 0), micro_usd from runs where tenant_id = ${tenantId} and created_at >= ${start}
      ) used
     group by grouping sets ((user_id), ())`;
}
