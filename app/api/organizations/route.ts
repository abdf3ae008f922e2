import { z } from "zod";
import { json } from "#lib/http/answer.ts";
import { personRoute } from "#lib/http/person-route.ts";
import { nameSchema } from "#lib/members/name.ts";
import { createOrganization } from "#lib/organizations/create-organization.ts";
import { listOrganizations } from "#lib/organizations/list-organizations.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { pageOfAll } from "#lib/paging/page-of-all.ts";

export const GET = personRoute({ query: listQuery({}) }, async ({ caller, query }) => {
  const activeId = caller.membership?.organization.id ?? null;
  const items = await listOrganizations({ userId: caller.person.id, activeId, isApiKey: Boolean(caller.apiKeyId) });
  return pageOfAll({ userId: caller.person.id, list: "organizations", items }, query);
});

export const POST = personRoute({ body: z.strictObject({ name: nameSchema }) }, async ({ caller, body }) =>
  json(await createOrganization(caller.person.id, body), 201),
);
