import type { TenantSql } from "#db/tenant.ts";
import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import type { ApprovalId, ChatId, GrantId, ScheduleId, UserId } from "#lib/ids.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { Pin } from "./grant.ts";
import { isStanding } from "./select-grants.ts";

/** `changed`: the schedule that it was for is another now. `maker-left`: who made it is no member any more, so it covers nothing. */
export type GrantStatus = "active" | "revoked" | "expired" | "used-up" | "changed" | "maker-left";

/** A standing approval as the API and the pages show it. */
export interface GrantView {
  id: GrantId;
  status: GrantStatus;
  tool: string;
  scope: "exact" | "pattern";
  /** The arguments of the one call that it covers; null for a pattern. */
  input: Record<string, unknown> | null;
  pins: Pin[] | null;
  /** The files that the one call runs: it is covered while they hold what they held; null: it runs none, or it is a pattern. */
  files: BoundFile[] | null;
  /** Whose calls; null: every member's. */
  userId: UserId | null;
  userName: string | null;
  /** Only there; null: in every chat. */
  chatId: ChatId | null;
  /** For runs of this schedule alone. */
  scheduleId: ScheduleId | null;
  scheduleName: string | null;
  until: Date | null;
  /** How often it may be used, and was. */
  maxUses: number | null;
  uses: number;
  lastUsedAt: Date | null;
  approvalId: ApprovalId | null;
  createdBy: UserId;
  createdByName: string;
  createdAt: Date;
  revokedAt: Date | null;
  revokedByName: string | null;
}

/** The select list and joins for `grants g`. */
export function selectGrantViews(sql: TenantSql) {
  return sql`
    select g.id, g.tool, case when g.pins is null then 'exact' else 'pattern' end as scope, g.input, g.pins, g.files, g.user_id as "userId", covered.name as "userName",
           g.chat_id as "chatId", g.schedule_id as "scheduleId", s.name as "scheduleName", g.until_at as until, g.max_uses as "maxUses", g.uses,
           g.last_used_at as "lastUsedAt", g.approval_id as "approvalId", g.created_by as "createdBy", maker.name as "createdByName",
           g.created_at as "createdAt", g.revoked_at as "revokedAt", revoker.name as "revokedByName",
           -- The transaction that removes somebody takes theirs back, in its one moment.
           case when g.revoked_at <> coalesce(m.removed_at, '-infinity') then 'revoked'
                when g.max_uses is not null and g.uses >= g.max_uses then 'used-up'
                when g.until_at <= now() then 'expired'
                when m.removed_at is not null then 'maker-left'
                when not ${isStanding(sql)} then 'changed'
                else 'active' end as status
      from grants g
      join users maker on maker.id = g.created_by
      left join memberships m on m.tenant_id = g.tenant_id and m.user_id = g.created_by
      left join users covered on covered.id = g.user_id
      left join users revoker on revoker.id = g.revoked_by
      left join schedules s on s.tenant_id = g.tenant_id and s.id = g.schedule_id`;
}

/**
 * People who decide, and auditors, see all of them; a member sees those that cover their own calls, in chats that they can open, and those that they
 * made (a rule may let members decide).
 */
export function visibleGrant(sql: TenantSql, ctx: TenantContext) {
  const { tenantId, role, userId } = ctx;
  if (role !== "member") return sql`true`;
  return sql`(
    g.created_by = ${userId} or g.user_id = ${userId}
    or (g.user_id is null and (g.chat_id is null or exists (
          select 1 from chats c where c.tenant_id = ${tenantId} and c.id = g.chat_id and ${openChat(sql, ctx)}))))`;
}
