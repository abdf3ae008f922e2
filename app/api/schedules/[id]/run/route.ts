import { z } from "zod";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseScheduleId } from "#lib/ids.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";

const body = z.strictObject({ dryRun: z.boolean().default(false) });

export const POST = tenantRoute({ params: { id: parseScheduleId }, body }, async ({ ctx, params, body }) =>
  json(await runScheduleNow(ctx, { ...params, ...body }), 202),
);
