import type { TenantSql } from "#db/tenant.ts";
import type { Fragment } from "#db/transaction.ts";
import type { TenantId } from "#lib/ids.ts";
import type { Grant } from "./grant.ts";

/** Columns or values that name the run, as SQL. */
interface OfRun {
  id: Fragment;
  userId: Fragment;
  chatId: Fragment;
  scheduleId: Fragment;
}

/** As `selectGrants` gives them. */
export type StoredGrants = Grant[] | null;

/**
 * SQL: the standing approvals that may hold for a run, as one value, so that they travel with the rules. A schedule's run is covered by those of its
 * schedule alone, made of what it was when the run began and for as long as nobody has changed it; one whose maker has left covers nothing.
 */
export function selectGrants(sql: TenantSql, tenantId: TenantId, run: OfRun) {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', g.id, 'tool', g.tool, 'toolVersion', g.tool_version, 'input', g.input, 'pins', g.pins, 'files', g.files,
                                        'usesLeft', g.max_uses - g.uses, 'untilMs', floor(extract(epoch from g.until_at) * 1000),
                                        'createdBy', g.created_by, 'createdByName', maker.name, 'creatorRole', m.role) order by g.id)
      from grants g
      join memberships m on m.tenant_id = g.tenant_id and m.user_id = g.created_by and m.removed_at is null
      join users maker on maker.id = g.created_by
     where g.tenant_id = ${tenantId} and ${isStanding(sql)}
       and (g.user_id is null or g.user_id = ${run.userId}) and (g.chat_id is null or g.chat_id = ${run.chatId})
       and g.schedule_id is not distinct from ${run.scheduleId}
       and (g.schedule_id is null
            or exists (select 1 from schedule_runs f
                        where f.tenant_id = g.tenant_id and f.run_id = ${run.id} and (f.configuration->>'version')::int = g.schedule_version)))`;
}

/** SQL: `grants g` can still be used. */
export function isStanding(sql: TenantSql) {
  return sql`(
    g.revoked_at is null and (g.until_at is null or g.until_at > now()) and (g.max_uses is null or g.uses < g.max_uses)
    and (g.schedule_id is null
         or exists (select 1 from schedules s where s.tenant_id = g.tenant_id and s.id = g.schedule_id and s.version = g.schedule_version)))`;
}
