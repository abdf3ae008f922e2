import { z } from "zod";
import { judgeGrant, previewGrant } from "#lib/gate/index.ts";
import { pinsSchema } from "#lib/grants/grant.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId, parseScheduleId, parseUserId } from "#lib/ids.ts";
import { idFilter } from "#lib/paging/id-filter.ts";

const body = z
  .strictObject({
    tool: z.string().min(1).max(200),
    input: z.record(z.string(), z.unknown()).optional(),
    pins: pinsSchema.optional(),
    userId: idFilter(parseUserId),
    chatId: idFilter(parseChatId),
    scheduleId: idFilter(parseScheduleId),
  })
  .refine(({ input, pins }) => (input === undefined) !== (pins === undefined), { message: "Give the arguments of one call, or pins." });

const options = { roles: ["owner", "admin", "approver", "auditor"], changesNothing: true, body, maxBodyBytes: 4 * 1024 * 1024 } as const;

/** What a standing approval would have answered of late: of everybody, or of one member, in one chat, or of one schedule's runs. */
export const POST = tenantRoute(options, async ({ ctx, body }) => {
  const { tool, input = null, pins = null, userId = null, chatId = null, scheduleId = null } = body;
  return previewGrant(ctx, await judgeGrant(ctx, { tool, input, pins }), { userId, chatId, scheduleId });
});
