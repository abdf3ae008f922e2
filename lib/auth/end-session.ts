import { systemSql } from "#db/system.ts";
import { notify } from "#lib/events/notify.ts";
import type { SessionId, UserId } from "#lib/ids.ts";

/** Signs one browser out, for good. Its open streams end. Harmless when it was signed out already. */
export async function endSession(sessionId: SessionId): Promise<void> {
  await systemSql(async (sql) => {
    const [ended] = await sql<{ userId: UserId }[]>`
      update auth_sessions set revoked_at = now() where id = ${sessionId} and revoked_at is null returning user_id as "userId"`;
    if (ended) await notify(sql, { type: "access-changed", tenantId: null, userId: ended.userId });
  });
}
