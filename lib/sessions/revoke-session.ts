import { systemSql } from "#db/system.ts";
import { auditPerson } from "#lib/auth/audit-person.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { SessionId, UserId } from "#lib/ids.ts";

/**
 * Signs one of the person's browsers out; its open streams end.
 *
 * @throws AppError 404 also for a session of somebody else
 */
export async function revokeSession(userId: UserId, id: SessionId): Promise<void> {
  await systemSql(async (sql) => {
    const [revoked] = await sql`
      update auth_sessions set revoked_at = now() where id = ${id} and user_id = ${userId} and revoked_at is null returning id`;
    if (!revoked) throw notFound("session");
    await notify(sql, { type: "access-changed", tenantId: null, userId });
  });
  await auditPerson(userId, "session-revoke", { sessionId: id });
}

/** Signs the person out everywhere but here, or everywhere. @returns how many sessions ended */
export async function revokeOtherSessions(userId: UserId, current: SessionId | null): Promise<number> {
  const revoked = await systemSql(async (sql) => {
    const rows = await sql`
      update auth_sessions set revoked_at = now() where user_id = ${userId} and id is distinct from ${current}::uuid and revoked_at is null returning id`;
    if (rows.length > 0) await notify(sql, { type: "access-changed", tenantId: null, userId });
    return rows.length;
  });
  if (revoked > 0) await auditPerson(userId, "session-revoke-others", { sessions: revoked });
  return revoked;
}
