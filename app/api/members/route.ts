import { z } from "zod";
import { emailSchema } from "#lib/auth/email.ts";
import { ownOrigin } from "#lib/auth/own-origin.ts";
import { passwordSchema } from "#lib/auth/password.ts";
import { ROLES } from "#lib/context.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { addMember } from "#lib/members/add-member.ts";
import { listMembers } from "#lib/members/list-members.ts";
import { nameSchema } from "#lib/members/name.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const body = z.strictObject({
  email: emailSchema,
  name: nameSchema,
  role: z.enum(ROLES),
  password: passwordSchema.optional(),
  apiKey: z.literal(true).optional(),
});

export const GET = tenantRoute({ query: listQuery({}) }, ({ ctx, query }) => listMembers(ctx, query));

export const POST = tenantRoute({ roles: ["owner", "admin"], body, takesBodyLiterally: true }, async ({ ctx, body, request }) =>
  json(await addMember(ctx, body, ownOrigin(request.headers) ?? new URL(request.url).origin), 201),
);
