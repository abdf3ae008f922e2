import { hub } from "#lib/events/hub.ts";
import { enqueue } from "#lib/queue/index.ts";

/** Runs that wait for a driver are handed to the queue when they are heard of. Every worker does; the job's id makes it one job. */
export function queueNoticedRuns(): void {
  hub().on("notice", (notice) => {
    if (notice.type !== "run-queued" || hub().isShuttingDown) return;
    const { tenantId, runId } = notice;
    // The first driver's epoch. For a run that had one before, the sweep asks with the right epoch.
    void enqueue("run", [{ tenantId, runId, epoch: 0 }]);
  });
}
