import { sessionRoute } from "#lib/http/session-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { pageOfAll } from "#lib/paging/page-of-all.ts";
import { listSessions } from "#lib/sessions/list-sessions.ts";
import { revokeOtherSessions } from "#lib/sessions/revoke-session.ts";

export const GET = sessionRoute({ query: listQuery({}) }, async ({ person, sessionId, query }) => {
  const items = await listSessions(person.id, sessionId);
  return pageOfAll({ userId: person.id, list: "sessions", items }, query);
});

/** All but the one that asks. */
export const DELETE = sessionRoute({}, async ({ person, sessionId }) => ({ revoked: await revokeOtherSessions(person.id, sessionId) }));
