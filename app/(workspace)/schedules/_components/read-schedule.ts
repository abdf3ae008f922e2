import type { TenantContext } from "#lib/context.ts";
import { unlessMissing } from "#lib/errors.ts";
import { isUuid, parseScheduleId } from "#lib/ids.ts";
import { getSchedule } from "#lib/schedules/get-schedule.ts";
import type { ScheduleView } from "#lib/schedules/schedule-view.ts";

/** The schedule of a page's address; null when there is none that the caller may see. */
export async function readSchedule(actor: TenantContext, id: string): Promise<ScheduleView | null> {
  if (!isUuid(id)) return null;
  return unlessMissing(() => getSchedule(actor, { id: parseScheduleId(id) }));
}
