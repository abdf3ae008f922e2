import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseScheduleId } from "#lib/ids.ts";
import { deleteSchedule } from "#lib/schedules/delete-schedule.ts";
import { getSchedule } from "#lib/schedules/get-schedule.ts";
import { scheduleChangeBody } from "#lib/schedules/schedule-input.ts";
import { updateSchedule } from "#lib/schedules/update-schedule.ts";

const params = { id: parseScheduleId };

export const GET = tenantRoute({ params }, ({ ctx, params }) => getSchedule(ctx, params));

export const PATCH = tenantRoute({ params, body: scheduleChangeBody }, ({ ctx, params, body }) =>
  updateSchedule(ctx, { ...body, ...params }),
);

export const DELETE = tenantRoute({ params }, ({ ctx, params }) => deleteSchedule(ctx, params));
