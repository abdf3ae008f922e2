import { createPostgresBackend, type Processor, Queue, Worker } from "bullmq";
import { applicationUrl } from "#db/client.ts";
import { QUEUE_SCHEMA } from "#db/queue-schema.ts";
import { env } from "#lib/env.ts";
import { messageOf } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import type { JobName } from "./jobs.ts";
import { redisPrefix } from "./redis-prefix.ts";

/** As much of BullMQ's queue as is used; its type differs with the engine. */
export type EngineQueue = Pick<Queue, "waitUntilReady" | "addBulk" | "close">;
export type EngineWorker = Pick<Worker, "waitUntilReady" | "close">;

/**
 * How soon a job is given up whose worker died before it had changed the row: until then the same job is not added again. A worker that was only
 * slow loses nothing: whoever gets the job besides it finds the row taken.
 */
const GIVE_UP_MS = 5_000;

/**
 * A producer does not keep jobs for a Redis that is away, nor wait for it: the rows say what is left, and without end the process would grow by
 * every job that it asked for meanwhile.
 */
const FAILS_SOON = { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 3_000 };

/** How soon a worker asks again that was refused: by a Redis that is full, starts, or is a replica. */
const ASK_AGAIN_MS = 1_000;

/** BullMQ's producer side, on Redis when `REDIS_URL` is set, else on PostgreSQL. */
export async function openQueue(name: JobName): Promise<EngineQueue> {
  const url = env().REDIS_URL;
  const queue = url
    ? new Queue(name, { connection: { ...redis(url), ...FAILS_SOON }, prefix: await redisPrefix() })
    : new Queue(name, { connection: postgres(2) }, createPostgresBackend);
  queue.on("error", (error) => reportError(name, error));
  return queue;
}

/** BullMQ's consumer side. It reconnects by itself; what was lost meanwhile is asked for again by the sweep. */
export async function openWorker(name: JobName, process: Processor, concurrency: number): Promise<EngineWorker> {
  const url = env().REDIS_URL;
  const giveUp = { lockDuration: GIVE_UP_MS, stalledInterval: GIVE_UP_MS };
  const options = { concurrency, ...giveUp, runRetryDelay: ASK_AGAIN_MS, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } };
  const worker = url
    ? new Worker(name, process, { ...options, connection: redis(url), prefix: await redisPrefix() })
    : new Worker(name, process, { ...options, connection: postgres(4) }, createPostgresBackend);
  worker.on("error", (error) => reportError(name, error));
  worker.on("failed", (job, error) => log.error("job-failed", { queue: name, jobId: job?.id, error }));
  return worker;
}

function redis(url: string) {
  return {
    url,
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(100 * times, 2_000),
    // It has become a replica, and its address may be another's by now: a connection that is kept would be refused for good.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  };
}

function postgres(max: number) {
  return { connectionString: applicationUrl(), schema: QUEUE_SCHEMA, max };
}

/** A lost connection says so many times a second until it is back; the log has it once in five. */
export function reportError(queue: string, error: unknown): void {
  const now = Date.now();
  if (now - (reported.get(queue) ?? 0) < 5_000) return;
  reported.set(queue, now);
  log.warn("queue-error", { queue, error: messageOf(error) });
}

const reported = new Map<string, number>();
