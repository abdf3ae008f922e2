import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseScheduleId } from "#lib/ids.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { listScheduleChanges } from "#lib/schedules/list-schedule-changes.ts";

export const GET = tenantRoute({ params: { id: parseScheduleId }, query: listQuery({}) }, ({ ctx, params, query }) =>
  listScheduleChanges(ctx, { ...query, ...params }),
);
