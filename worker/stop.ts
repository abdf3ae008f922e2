import { setTimeout as sleep } from "node:timers/promises";
import { hub } from "#lib/events/hub.ts";
import { log } from "#lib/log.ts";
import { closeQueues, type QueueWorker } from "#lib/queue/index.ts";
import { drivenRuns } from "#lib/runs/driven-runs.ts";
import { stopTracing } from "#lib/tracing/tracing.ts";

interface Running {
  heart: { stop: () => Promise<void> };
  workers: QueueWorker[];
  loops: { stop: () => Promise<void> }[];
  /** Lets go of the database, last of all. */
  close: () => Promise<void>;
}

/** A little less than the launcher waits before it kills. */
const GRACE_MS = 7_000;

/**
 * On SIGTERM (or SIGINT): takes nothing more and hands its runs over. A tool call under way may finish, for seven seconds; what is left then
 * is taken over by another worker when its lease has run out.
 */
export function stopOnSignal(running: Running): void {
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void Promise.race([drain(running), sleep(GRACE_MS)])
        .catch((error: unknown) => log.warn("drain-failed", { error }))
        .then(stopTracing)
        .finally(() => process.exit(0));
    });
  }
}

async function drain({ heart, workers, loops, close }: Running): Promise<void> {
  // First of all no decision may name this process any more.
  await Promise.all([heart.stop(), ...loops.map((loop) => loop.stop())]);
  hub().shutdown();
  await Promise.all(workers.map((worker) => worker.stop()));
  while (drivenRuns().size > 0) await sleep(20);
  await closeQueues();
  await hub().close();
  await close();
}
