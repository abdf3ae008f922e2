import { z } from "zod";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { listSchedules } from "#lib/schedules/list-schedules.ts";
import { newScheduleBody } from "#lib/schedules/schedule-input.ts";
import { SCHEDULE_STATUSES } from "#lib/schedules/states.ts";

const query = listQuery({ status: z.enum(SCHEDULE_STATUSES).optional() });

export const GET = tenantRoute({ query }, ({ ctx, query }) => listSchedules(ctx, query));

export const POST = tenantRoute({ body: newScheduleBody }, async ({ ctx, body }) => json(await createSchedule(ctx, body), 201));
