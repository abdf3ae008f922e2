import { z } from "zod";
import { json } from "#lib/http/answer.ts";
import { personRoute } from "#lib/http/person-route.ts";
import { nameSchema } from "#lib/members/name.ts";
import { createOrganization } from "#lib/organizations/create-organization.ts";
import { listOrganizations } from "#lib/organizations/list-organizations.ts";

export const GET = personRoute({}, async ({ caller }) => {
  const activeId = caller.membership?.organization.id ?? null;
  const items = await listOrganizations({ userId: caller.person.id, activeId, isApiKey: Boolean(caller.apiKeyId) });
  return { items, nextCursor: null, total: items.length };
});

export const POST = personRoute({ body: z.strictObject({ name: nameSchema }) }, async ({ caller, body }) =>
  json(await createOrganization(caller.person.id, body), 201),
);
