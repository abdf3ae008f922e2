import { tenantRoute } from "#lib/http/tenant-route.ts";
import { previewSchedule } from "#lib/schedules/preview-schedule.ts";
import { previewBody } from "#lib/schedules/schedule-input.ts";

export const POST = tenantRoute({ body: previewBody, changesNothing: true }, ({ body }) => previewSchedule(body));
