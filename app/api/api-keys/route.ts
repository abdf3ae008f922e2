import { z } from "zod";
import { createApiKey } from "#lib/api-keys/create-api-key.ts";
import { listApiKeys } from "#lib/api-keys/list-api-keys.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { instantText } from "#lib/instant.ts";
import { nameSchema } from "#lib/members/name.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const body = z.strictObject({
  name: nameSchema,
  expiresAt: instantText.nullish().transform((value) => value ?? undefined),
});

export const GET = tenantRoute({ query: listQuery({}) }, ({ ctx, query }) => listApiKeys(ctx, query));

export const POST = tenantRoute({ body }, async ({ ctx, body }) => json(await createApiKey(ctx, body), 201));
