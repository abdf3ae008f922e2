import { sessionRoute } from "#lib/http/session-route.ts";
import { parseSessionId } from "#lib/ids.ts";
import { revokeSession } from "#lib/sessions/revoke-session.ts";

export const DELETE = sessionRoute({ params: { id: parseSessionId } }, ({ person, params }) => revokeSession(person.id, params.id));
