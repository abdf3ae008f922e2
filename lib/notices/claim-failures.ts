import type { TenantSql } from "#db/tenant.ts";
import type { DestinationId, ScheduleId, TenantId } from "#lib/ids.ts";
import type { Notice } from "./claim-waiting.ts";
import { plainWords } from "./plain-words.ts";

interface Failing {
  id: ScheduleId;
  /** Null: it belongs to a private chat, and a channel has other readers. */
  name: string | null;
  /** In whose name it runs. */
  member: string | null;
  isBroken: boolean;
  cause: string | null;
}

const LISTED = 5;

/**
 * Takes the schedules whose last two runs failed, and those that cannot fire any more: each is told of once an hour at most, as long as it lasts. One message
 * for all, since a model that is away fails every one of them. A trial counts for nothing. Part of the caller's transaction: two workers take nothing twice.
 */
export async function claimFailures(sql: TenantSql, tenantId: TenantId): Promise<Notice[]> {
  const told = await sql<{ destinationId: DestinationId; origin: string; createdAt: Date }[]>`
    select destination_id as "destinationId", origin, created_at as "createdAt" from destination_notices
     where tenant_id = ${tenantId} and kind = 'failures' order by created_at`;
  const [first] = told;
  if (!first) return [];
  const failing = await sql<Failing[]>`
    with suspects as (
      select distinct schedule_id from schedule_runs
       where tenant_id = ${tenantId} and status = 'failed' and ended_at > greatest(${first.createdAt}::timestamptz, now() - interval '1 hour')
    ), failing as (
      select s.schedule_id as id, ends.reasons[1] as cause from suspects s cross join lateral (
        select array_agg(reason order by scheduled_for desc) as reasons, count(*) filter (where status = 'failed') as failed
          from (select reason, status, scheduled_for from schedule_runs r
                 where r.tenant_id = ${tenantId} and r.schedule_id = s.schedule_id and r.cause <> 'dry-run' and r.status in ('succeeded', 'failed')
                 order by scheduled_for desc limit 2) latest) ends
       where ends.failed = 2
      union all
      select id, broken_reason from schedules where tenant_id = ${tenantId} and status = 'broken' and updated_at > ${first.createdAt}::timestamptz
    )
    update schedules s set alerted_at = now(), alerted_cause = f.cause from failing f
     where s.tenant_id = ${tenantId} and s.id = f.id and s.status in ('active', 'completed', 'broken')
       and (s.alerted_at is null or s.alerted_at <= now() - interval '1 hour' or (s.status = 'broken' and s.alerted_cause is distinct from f.cause))
    returning s.id, s.status = 'broken' as "isBroken", f.cause, (select u.name from users u where u.id = s.created_by) as member,
              case when not exists (select 1 from chats c where c.tenant_id = s.tenant_id and c.id = s.chat_id and c.visibility = 'private') then s.name end as name`;
  if (failing.length === 0) return [];
  return told.map(({ destinationId, origin }) => ({ destinationId, kind: "failures" as const, text: failingWords(failing, origin) }));
}

function failingWords(failing: readonly Failing[], origin: string): string {
  const [only] = failing;
  if (only && failing.length === 1) return `The schedule ${whatFailed(only)}\n${origin}/schedules/${only.id}`;
  const lines = failing.slice(0, LISTED).map((schedule) => `• ${schedule.name === null ? "One " : ""}${whatFailed(schedule)}`);
  const more = failing.length > LISTED ? [`• and ${failing.length - LISTED} more`] : [];
  return [`${failing.length} schedules fail:`, ...lines, ...more, `${origin}/schedules`].join("\n");
}

function whatFailed({ name, member, isBroken, cause }: Failing): string {
  const which = name === null ? `in a private chat of ${plainWords(member ?? "") || "somebody"}` : plainWords(name);
  const what = isBroken ? "cannot run any more" : "failed twice in a row";
  const why = plainWords(cause ?? "");
  return `${which} ${what}${why ? `: ${why}` : "."}`;
}
