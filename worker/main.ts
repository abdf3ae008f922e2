import { closeConnections, connections } from "#db/client.ts";
import { assertTenantIsolation } from "#db/security.ts";
import { acceptLeases } from "#lib/agent/accept-leases.ts";
import { keepBeating } from "#lib/health/keep-beating.ts";
import { log } from "#lib/log.ts";
import { startWorker } from "#lib/queue/index.ts";
import { startTracing } from "#lib/tracing/tracing.ts";
import { compact } from "./compact.ts";
import { run } from "./jobs/run.ts";
import { scheduleRun } from "./jobs/schedule-run.ts";
import { queueNoticedRuns } from "./queue-noticed-runs.ts";
import { repeat } from "./repeat.ts";
import { seal } from "./seal.ts";
import { stopOnSignal } from "./stop.ts";
import { sweep } from "./sweep.ts";
import { tell, tellWhenNoticed } from "./tell.ts";
import { tick } from "./tick.ts";

/** Runs that one worker drives side by side. They wait for models most of the time; a run that waits for people is not among them. */
const RUNS_AT_ONCE = 32;
const FIRINGS_AT_ONCE = 8;

process.title = "countersign worker";

await startTracing("countersign-worker");
await assertTenantIsolation(connections().raw);
queueNoticedRuns();
tellWhenNoticed();
await acceptLeases();
const heart = await keepBeating("worker");
const loops = [repeat("tick", tick), repeat("sweep", sweep), repeat("compact", compact), repeat("seal", seal), repeat("tell", tell)];
const workers = [
  startWorker("run", run, { concurrency: RUNS_AT_ONCE }),
  startWorker("schedule-run", scheduleRun, { concurrency: FIRINGS_AT_ONCE }),
];
stopOnSignal({ heart, workers, loops, close: closeConnections });
// Last: clock, expiry and the handing over on SIGTERM need no queue, and Redis may be away.
await Promise.all(workers.map(({ ready }) => ready));
log.info("worker-ready", { pid: process.pid });
