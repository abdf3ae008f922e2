import { forgetSingleton, singleton } from "#lib/singleton.ts";
import { type EngineQueue, openQueue, openWorker } from "./engine.ts";
import { JOB_IDS, JOBS, type JobName, type Payload } from "./jobs.ts";

/** Adding more at once would hold up the others who add. */
const BULK = 500;

/** Kept nowhere once done: the record of what happened is in our own tables, and the id is free to be asked for again. */
const OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * Asks for work to be done by some worker, soon. Delivered once or more, or never when the engine loses it: whoever does it decides by the
 * row, and a sweep asks again for what the rows say is left.
 * @throws when the engine cannot be reached
 */
export async function enqueue<Name extends JobName>(name: Name, payloads: readonly Payload<Name>[]): Promise<void> {
  for (let from = 0; from < payloads.length; from += BULK) {
    const jobs = payloads.slice(from, from + BULK).map((data) => ({ name, data, opts: { jobId: JOB_IDS[name](data), ...OPTIONS } }));
    await queueOf(name).addBulk(jobs);
  }
}

export interface QueueWorker {
  /** Takes nothing more; resolves when the jobs in hand are done. */
  stop(): Promise<void>;
}

/** Does the jobs of one queue in this process, `concurrency` at a time. A handler that throws is logged, and the sweep tries again. */
export async function startWorker<Name extends JobName>(
  name: Name,
  handle: (payload: unknown) => Promise<void>,
  options: { concurrency: number },
): Promise<QueueWorker> {
  const worker = openWorker(name, (job) => handle(job.data), options.concurrency);
  await worker.waitUntilReady();
  return { stop: () => worker.close() };
}

/** Lets go of the connections of this process's producers. */
export async function closeQueues(): Promise<void> {
  const open = [...queues().values()];
  forgetSingleton("queues");
  await Promise.all(open.map((queue) => queue.close()));
}

export type { JobName, Payload };
export { JOBS };

function queues(): Map<JobName, EngineQueue> {
  return singleton("queues", () => new Map());
}

function queueOf(name: JobName): EngineQueue {
  const known = queues().get(name) ?? openQueue(name);
  queues().set(name, known);
  return known;
}
