import { sessionRoute } from "#lib/http/session-route.ts";
import { listSessions } from "#lib/sessions/list-sessions.ts";
import { revokeOtherSessions } from "#lib/sessions/revoke-session.ts";

export const GET = sessionRoute({}, async ({ person, sessionId }) => {
  const items = await listSessions(person.id, sessionId);
  return { items, nextCursor: null, total: items.length };
});

/** All but the one that asks. */
export const DELETE = sessionRoute({}, async ({ person, sessionId }) => ({ revoked: await revokeOtherSessions(person.id, sessionId) }));
