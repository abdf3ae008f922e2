import { z } from "zod";
import { sessionRoute } from "#lib/http/session-route.ts";
import { parseTenantId } from "#lib/ids.ts";
import { switchOrganization } from "#lib/organizations/switch-organization.ts";

export const POST = sessionRoute({ body: z.strictObject({ id: z.string().max(100) }) }, ({ person, sessionId, body }) =>
  switchOrganization({ id: sessionId, userId: person.id }, parseTenantId(body.id)),
);
