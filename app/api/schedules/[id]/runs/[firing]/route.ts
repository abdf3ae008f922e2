import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseScheduleId, parseScheduleRunId } from "#lib/ids.ts";
import { getScheduleRun } from "#lib/schedules/get-schedule-run.ts";

export const GET = tenantRoute({ params: { id: parseScheduleId, firing: parseScheduleRunId } }, ({ ctx, params }) =>
  getScheduleRun(ctx, params),
);
