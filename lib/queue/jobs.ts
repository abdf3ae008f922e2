import { z } from "zod";
import type { QUEUE_NAMES } from "#db/queue-schema.ts";
import { parseRunId, parseScheduleRunId, parseTenantId } from "#lib/ids.ts";

const tenantId = z.string().transform(parseTenantId);

/** What a queue carries: ids, never contents. What is to be done, and whether, stands in the rows. */
export const JOBS = {
  /** Drive a run that may go on. `epoch` is the row's when it was asked for. */
  run: z.strictObject({ tenantId, runId: z.string().transform(parseRunId), epoch: z.int().min(0) }),
  /** Begin the run of a firing. */
  "schedule-run": z.strictObject({ tenantId, scheduleRunId: z.string().transform(parseScheduleRunId) }),
} satisfies Record<JobName, z.ZodType>;

export type JobName = (typeof QUEUE_NAMES)[number];
export type Payload<Name extends JobName> = z.output<(typeof JOBS)[Name]>;

/**
 * The id under which the engine knows a job: the same one again, while it waits or runs, is not added. A run that was taken from a dead
 * driver has another epoch, so the job that died with it is not in the way.
 */
export const JOB_IDS: { [Name in JobName]: (payload: Payload<Name>) => string } = {
  run: ({ runId, epoch }) => `${runId}-${epoch}`,
  "schedule-run": ({ scheduleRunId }) => scheduleRunId,
};
