import type { Statements } from "#db/transaction.ts";
import { newId, type SessionId, type UserId } from "#lib/ids.ts";
import { SESSION_DAYS } from "./session-cookie.ts";

export interface Visit {
  /** Where the request came from, as far as the server can tell. */
  address: string;
  /** At most 400 characters, storable. */
  userAgent: string | null;
}

/** Signs a browser in: a new row that looks at the person's oldest organization, or at the one they looked at last. */
export async function startSession(sql: Statements, userId: UserId, visit: Visit): Promise<SessionId> {
  const id = newId<SessionId>();
  await sql`
    insert into auth_sessions (id, user_id, active_tenant_id, user_agent, address, last_seen_at, expires_at)
    select ${id}, ${userId},
           (select m.tenant_id from memberships m
              left join auth_sessions s on s.user_id = m.user_id and s.active_tenant_id = m.tenant_id
             where m.user_id = ${userId} and m.removed_at is null
             order by s.last_seen_at desc nulls last, m.created_at limit 1),
           ${visit.userAgent}, ${visit.address}, now(), now() + make_interval(days => ${SESSION_DAYS})`;
  return id;
}
