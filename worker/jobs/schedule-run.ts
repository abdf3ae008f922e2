import { JOBS } from "#lib/queue/index.ts";
import { fireSchedule } from "#lib/schedules/fire-schedule.ts";

/** Begins the run of one firing. The run itself is a job of its own, asked for by the notice that it waits. */
export async function scheduleRun(payload: unknown): Promise<void> {
  const { tenantId, scheduleRunId } = JOBS["schedule-run"].parse(payload);
  await fireSchedule(tenantId, scheduleRunId);
}
