import { forgetSingleton, singleton } from "#lib/singleton.ts";
import { within } from "#lib/within.ts";
import { type EngineQueue, openQueue, openWorker, reportError } from "./engine.ts";
import { JOB_IDS, JOBS, type JobName, type Payload } from "./jobs.ts";

/** Adding more at once would hold up the others who add. */
const BULK = 500;

/** Kept nowhere once done: the record of what happened is in our own tables, and the id is free to be asked for again. */
const OPTIONS = { removeOnComplete: true, removeOnFail: true };

/** For an engine that was not there when its producer was opened. */
const READY_WITHIN_MS = 1_000;

/**
 * Asks for work to be done by some worker, soon. Delivered once or more, or never when the engine loses it or is away: whoever does it decides by
 * the row, and a sweep asks again for what the rows say is left. So it never throws, and is over within seconds also when the engine is silent;
 * the log has what went wrong.
 */
export async function enqueue<Name extends JobName>(name: Name, payloads: readonly Payload<Name>[]): Promise<void> {
  if (payloads.length === 0) return;
  try {
    const queue = await readyQueueOf(name);
    for (let from = 0; from < payloads.length; from += BULK) {
      const jobs = payloads.slice(from, from + BULK).map((data) => ({ name, data, opts: { jobId: JOB_IDS[name](data), ...OPTIONS } }));
      await queue.addBulk(jobs);
    }
  } catch (error) {
    reportError(name, error);
  }
}

export interface QueueWorker {
  /** Resolves when it takes jobs, be it when an engine that is away has come back; rejects when the engine cannot be used. */
  ready: Promise<void>;
  /** Takes nothing more; resolves when the jobs in hand are done. */
  stop(): Promise<void>;
}

/** Does the jobs of one queue in this process, `concurrency` at a time. A handler that throws is logged, and the sweep tries again. */
export function startWorker<Name extends JobName>(
  name: Name,
  handle: (payload: unknown) => Promise<void>,
  options: { concurrency: number },
): QueueWorker {
  const opened = openWorker(name, (job) => handle(job.data), options.concurrency);
  return {
    ready: opened.then((worker) => worker.waitUntilReady()),
    stop: () =>
      opened.then(
        (worker) => worker.close(),
        () => undefined,
      ),
  };
}

/** Lets go of the connections of this process's producers. */
export async function closeQueues(): Promise<void> {
  const open = [...producers().values()];
  forgetSingleton("queue-producers");
  await Promise.all(open.map(async ({ queue }) => (await queue).close()));
}

export type { JobName, Payload };
export { JOBS };

/** `isReady`: it has been, and from then on fails by itself when its engine is away. */
interface Producer {
  queue: Promise<EngineQueue>;
  isReady: boolean;
}

function producers(): Map<JobName, Producer> {
  return singleton("queue-producers", () => new Map());
}

async function readyQueueOf(name: JobName): Promise<EngineQueue> {
  const producer = producers().get(name) ?? openProducer(name);
  if (!producer.isReady)
    await within(READY_WITHIN_MS, becomesReady(name, producer), () => {
      throw new Error("The queue's engine does not answer.");
    });
  return producer.queue;
}

function openProducer(name: JobName): Producer {
  const producer = { queue: openQueue(name), isReady: false };
  producers().set(name, producer);
  return producer;
}

async function becomesReady(name: JobName, producer: Producer): Promise<void> {
  try {
    await (await producer.queue).waitUntilReady();
    producer.isReady = true;
  } catch (error) {
    // On PostgreSQL a producer that failed at first has failed for good: the next call opens another.
    if (producers().get(name) === producer) producers().delete(name);
    void producer.queue.then((queue) => queue.close()).catch(() => undefined);
    throw error;
  }
}
