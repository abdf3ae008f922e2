import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import type { TenantId, UserId } from "#lib/ids.ts";
import { type Allowance, type Used, usedBy } from "./allowance.ts";
import { hasLimitOf, type Limits } from "./limits.ts";

interface Spender {
  tenantId: TenantId;
  userId: UserId;
}

/** What a model step used, and the calls that it asks for. */
interface Spending {
  calls: number;
  tokens: number;
  microUsd: number;
}

/** The day in UTC by the database's clock, the same in the whole transaction. */
const today = (sql: TenantSql) => sql`(now() at time zone 'UTC')::date`;

/**
 * Counts the tokens and the cost of a model step that has ended and reserves the calls that it asks for, on the day of the member and of the organization:
 * all the calls, or none when a limit of the day has no room for them. The rows of the day are locked while it decides, always in one order,
 * so of any number of runs none goes over. In the caller's transaction, for limits of a day alone (`hasDailyLimit`).
 * The calls are stored in the same transaction: otherwise those of a process that dies in between would stay counted until the day is over.
 */
export async function spend(
  sql: TenantSql,
  { tenantId, userId }: Spender,
  limits: Limits,
  { calls, tokens, microUsd }: Spending,
): Promise<{ isReserved: boolean; today: Allowance["today"] }> {
  const counted = [...(hasLimitOf("organization", limits) ? [tenantId] : []), ...(hasLimitOf("member", limits) ? [userId] : [])];
  const subjects = sql`(select value::uuid from jsonb_array_elements_text(${sql.json(counted)}))`;
  const [, rows] = await together([
    sql`
      insert into daily_usage (tenant_id, day, subject)
      select ${tenantId}, ${today(sql)}, s.subject from ${subjects} as s (subject) order by s.subject
      on conflict do nothing`.execute(),
    sql<(Used & { subject: string; fits: boolean })[]>`
      with locked as materialized (
        select subject, calls from daily_usage
         where tenant_id = ${tenantId} and day = ${today(sql)} and subject in ${subjects} order by subject for update
      ), room as materialized (
        select bool_and(calls + ${calls}::bigint <= coalesce(
                 case when subject = ${tenantId} then ${limits.organizationCallsPerDay}::bigint else ${limits.memberCallsPerDay}::bigint end,
                 calls + ${calls}::bigint)) as fits
          from locked
      )
      update daily_usage u set calls = u.calls + case when room.fits then ${calls}::bigint else 0 end, tokens = u.tokens + ${tokens}::bigint,
             micro_usd = u.micro_usd + ${microUsd}::bigint
        from locked, room where u.tenant_id = ${tenantId} and u.day = ${today(sql)} and u.subject = locked.subject
      returning u.subject, u.calls, u.tokens, u.micro_usd / 1e6::float8 as usd, room.fits`.execute(),
  ]);
  return { isReserved: rows.every(({ fits }) => fits), today: usedBy(tenantId, rows) };
}

/** Gives a reserved call back: nothing ran. The budget of a day that is over needs nothing back. Part of the caller's transaction. */
export function returnCall(sql: TenantSql, { tenantId, userId }: Spender, reservedAt: Date): PromiseLike<unknown> {
  return sql`
    with locked as materialized (
      select subject from daily_usage
       where tenant_id = ${tenantId} and subject in (${tenantId}, ${userId}) and day = ${today(sql)} and day = (${reservedAt}::timestamptz at time zone 'UTC')::date
       order by subject for update
    )
    update daily_usage u set calls = greatest(u.calls - 1, 0)
      from locked where u.tenant_id = ${tenantId} and u.day = ${today(sql)} and u.subject = locked.subject`;
}
