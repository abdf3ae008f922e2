import { z } from "zod";
import { sessionRoute } from "#lib/http/session-route.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { changeName } from "#lib/members/change-name.ts";
import { nameSchema } from "#lib/members/name.ts";

export const GET = tenantRoute({}, ({ ctx, person, organization }) => ({ user: person, organization, role: ctx.role }));

export const PATCH = sessionRoute({ body: z.strictObject({ name: nameSchema }) }, async ({ person, body }) => {
  await changeName(person.id, body.name);
  return { user: { ...person, name: body.name } };
});
