import { lock } from "#db/lock.ts";
import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import { visibleChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import { type ApprovalId, type ChatId, type GrantId, newId, type ScheduleId, type UserId } from "#lib/ids.ts";
import { storableJson } from "#lib/storable.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { findGrant } from "./find-grant.ts";
import type { Pin } from "./grant.ts";
import type { GrantView } from "./grant-view.ts";
import { isStanding } from "./select-grants.ts";

/** What is agreed to, judged by the gate already: the tool is there, and the arguments fit it. */
export interface GrantSubject {
  tool: string;
  toolVersion: number;
  /** The one call; null: what the pins say. */
  input: Record<string, unknown> | null;
  pins: Pin[] | null;
  /** Of the one call, the files that it runs, as they stood when somebody agreed to it; null: none. */
  files: readonly BoundFile[] | null;
}

/** Whose calls, and where. */
export interface GrantReach {
  /** Null: every member's. */
  userId: UserId | null;
  chatId: ChatId | null;
  scheduleId: ScheduleId | null;
}

export interface NewGrant {
  subject: GrantSubject;
  reach: GrantReach;
  /** Null: without an end. */
  until: Date | null;
  /** Null: any number. */
  uses: number | null;
}

interface StoredGrant extends NewGrant {
  id: GrantId;
  /** The request on whose card it is made. */
  approvalId: ApprovalId | null;
  /** What the schedule of its reach was; null without one. */
  scheduleVersion: number | null;
}

/** Every run reads all of them with its rules. */
const MAX_STANDING = 100;

/**
 * Agrees beforehand to calls like one. It stands in for one person's yes where a rule asks, and nowhere else; what a rule denies stays denied.
 * @throws AppError 400, 403, 409 `conflict` when the organization has a hundred
 */
export async function createGrant(ctx: TenantContext, grant: NewGrant): Promise<GrantView> {
  requireRole(ctx, "owner", "admin", "approver");
  return ctx.db.sql(async (sql) => {
    await requireRoom(sql, ctx);
    await requireReach(sql, ctx, grant.reach);
    const id = newId<GrantId>();
    await insertGrant(sql, ctx, { id, ...grant, approvalId: null, scheduleVersion: null });
    return findGrant(sql, ctx, id);
  });
}

/** Two that are made at the same moment are counted one after the other. */
export async function requireRoom(sql: TenantSql, { tenantId }: TenantContext): Promise<void> {
  await lock(sql, `grants ${tenantId}`);
  const [row] = await sql<
    [{ count: number }]
  >`select count(*)::int as count from grants g where g.tenant_id = ${tenantId} and ${isStanding(sql)}`;
  if (row.count < MAX_STANDING) return;
  const detail = `An organization may have ${MAX_STANDING} standing approvals at a time. Take back one that is not needed any more.`;
  throw new AppError("conflict", detail, { limit: MAX_STANDING });
}

/** A person or a chat of another organization is like one that never was. */
async function requireReach(sql: TenantSql, ctx: TenantContext, { userId, chatId }: GrantReach): Promise<void> {
  const { tenantId } = ctx;
  const [found] = await sql<[{ isMember: boolean; isChat: boolean }]>`
    select exists (select 1 from memberships where tenant_id = ${tenantId} and user_id = ${userId} and removed_at is null) as "isMember",
           exists (select 1 from chats c where c.id = ${chatId} and ${visibleChat(sql, ctx)}) as "isChat"`;
  if (userId !== null && !found.isMember) throw invalidRequest([{ path: "userId", message: "No such member." }]);
  if (chatId !== null && !found.isChat) throw invalidRequest([{ path: "chatId", message: "No such chat." }]);
}

/** The statements that store one, in the caller's transaction: all sent before the first is waited for. */
export function insertGrant(
  sql: TenantSql,
  { tenantId, userId }: TenantContext,
  { id, subject, reach, until, uses, approvalId, scheduleVersion }: StoredGrant,
): Promise<unknown> {
  const json = (value: unknown) => (value === null ? null : sql.json(storableJson(value) as never));
  return together([
    sql`
      insert into grants (tenant_id, id, tool, tool_version, input, pins, files, user_id, chat_id, schedule_id, schedule_version, until_at, max_uses, approval_id, created_by)
      values (${tenantId}, ${id}, ${subject.tool}, ${subject.toolVersion}, ${json(subject.input)}, ${json(subject.pins)}, ${json(subject.files)}, ${reach.userId}, ${reach.chatId},
              ${reach.scheduleId}, ${scheduleVersion}, ${until}, ${uses}, ${approvalId}, ${userId})`,
    recordAudit(sql, {
      tenantId,
      actorId: userId,
      action: "grant-make",
      subject: `grant:${id}`,
      facts: { ...subject, ...reach, until: until?.toISOString() ?? null, uses, approvalId },
    }),
    // For whoever drives a run: what stands belongs to the rules.
    notify(sql, { type: "policy-changed", tenantId }),
  ]);
}
