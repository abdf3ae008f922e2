import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseScheduleId } from "#lib/ids.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";

export const POST = tenantRoute({ params: { id: parseScheduleId } }, async ({ ctx, params }) =>
  json(await runScheduleNow(ctx, params), 202),
);
