import { z } from "zod";
import { judgeGrant } from "#lib/gate/index.ts";
import { createGrant } from "#lib/grants/create-grant.ts";
import { areWhole, endOf, grantTerms, NOT_WHOLE } from "#lib/grants/grant-terms.ts";
import { listGrants } from "#lib/grants/list-grants.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { isUuid, parseChatId, parseUserId } from "#lib/ids.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const query = listQuery({ status: z.enum(["active", "ended"]).optional(), tool: z.string().max(200).optional() });

const id = z.string().refine(isUuid, "This is no id.");
const body = grantTerms
  .extend({
    tool: z.string().min(1).max(200),
    input: z.record(z.string(), z.unknown()).optional(),
    userId: id.transform(parseUserId).nullish(),
    chatId: id.transform(parseChatId).nullish(),
  })
  .refine(areWhole, NOT_WHOLE)
  .refine(({ scope, input }) => (scope === "exact") === (input !== undefined), {
    path: ["input"],
    message: "`exact` needs the arguments of the call, and `pattern` takes none.",
  });

export const GET = tenantRoute({ query }, ({ ctx, query }) => listGrants(ctx, query));

/** Agrees beforehand to calls of a tool, of one member or of everybody, in one chat or in all. */
export const POST = tenantRoute(
  { roles: ["owner", "admin", "approver"], body, maxBodyBytes: 4 * 1024 * 1024, takesBodyLiterally: true },
  async ({ ctx, body }) => {
    const { tool, input = null, pins = null, userId = null, chatId = null } = body;
    const end = endOf(body);
    const subject = await judgeGrant(ctx, { tool, input, pins });
    return json(await createGrant(ctx, { subject, reach: { userId, chatId, scheduleId: null }, ...end }), 201);
  },
);
