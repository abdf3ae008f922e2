import type { RunId, ScheduleId, ScheduleRunId, TenantId } from "#lib/ids.ts";
import { recordSpan } from "#lib/tracing/tracing.ts";
import type { FiringCause } from "./states.ts";

interface Firing {
  tenantId: TenantId;
  scheduleId: ScheduleId;
  scheduleRunId: ScheduleRunId;
  cause: FiringCause;
  /** Null: it was skipped. */
  runId: RunId | null;
  startedAt: Date;
}

/** How a firing became a run, in that run's trace. One that was skipped is a trace of its own. */
export function traceFiring({ tenantId, scheduleId, scheduleRunId, cause, runId, startedAt }: Firing): void {
  recordSpan(() => ({
    trace: runId ?? scheduleRunId,
    id: scheduleRunId,
    name: "fire_schedule",
    kind: "internal",
    startedAt,
    endedAt: new Date(),
    facts: {
      "countersign.tenant.id": tenantId,
      "countersign.schedule.id": scheduleId,
      "countersign.firing.id": scheduleRunId,
      "countersign.firing.cause": cause,
      "countersign.firing.status": runId ? "begun" : "skipped",
      "countersign.run.id": runId,
    },
  }));
}
