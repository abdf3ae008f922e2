import type { Statements } from "#db/transaction.ts";
import { notify } from "#lib/events/notify.ts";
import { newId, type SessionId, type UserId } from "#lib/ids.ts";
import { SESSION_DAYS } from "./session-cookie.ts";

export interface Visit {
  /** Where the request came from, as far as the server can tell. */
  address: string;
  /** At most 400 characters, storable. */
  userAgent: string | null;
}

/** Browsers in which a person can be signed in. A program that signs in for every call would leave a session each time. */
const MAX_SESSIONS = 200;

/**
 * Signs a browser in: a new row that looks at the person's oldest organization, or at the one they looked at last. It takes the place of the session that
 * was away for longest when there are 200.
 */
export async function startSession(sql: Statements, userId: UserId, visit: Visit): Promise<SessionId> {
  const id = newId<SessionId>();
  const ended = await sql`
    update auth_sessions set revoked_at = now()
     where id in (select id from auth_sessions where user_id = ${userId} and revoked_at is null and expires_at > now()
                   order by last_seen_at desc, id desc offset ${MAX_SESSIONS - 1})
    returning id`;
  if (ended.length > 0) await notify(sql, { type: "access-changed", tenantId: null, userId });
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
