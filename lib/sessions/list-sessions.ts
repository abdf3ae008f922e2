import { systemSql } from "#db/system.ts";
import type { SessionId, UserId } from "#lib/ids.ts";

export interface SessionItem {
  id: SessionId;
  /** The one that asks. */
  isCurrent: boolean;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  /** To the minute. */
  lastSeenAt: Date;
  expiresAt: Date;
}

/** The browsers in which a person is signed in now (`startSession` keeps them few), the one seen last first. */
export function listSessions(userId: UserId, current: SessionId): Promise<SessionItem[]> {
  return systemSql(
    (sql) => sql<SessionItem[]>`
      select id, id = ${current} as "isCurrent", user_agent as "userAgent", address, created_at as "createdAt",
             last_seen_at as "lastSeenAt", expires_at as "expiresAt"
        from auth_sessions where user_id = ${userId} and revoked_at is null and expires_at > now()
       order by last_seen_at desc, id desc`,
  );
}
