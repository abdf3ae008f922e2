import { systemSql } from "#db/system.ts";
import type { SessionId } from "#lib/ids.ts";

/** Whose live session it is; null when it is revoked, expired or unknown. */
export async function describeSession(sessionId: SessionId): Promise<{ name: string; email: string } | null> {
  const [row] = await systemSql(
    (sql) => sql<{ name: string; email: string }[]>`
      select u.name, u.email from auth_sessions s join users u on u.id = s.user_id
       where s.id = ${sessionId} and s.revoked_at is null and s.expires_at > now()`,
  );
  return row ?? null;
}
