import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { messageOf } from "#lib/errors.ts";
import { singleton } from "#lib/singleton.ts";
import type { PageText } from "./html-to-text.ts";
import type { PageJob } from "./html-worker.ts";

export type ExtractedPage = PageText & { charset: string };

/** The page was too much: it took longer than the limit, or more memory than a page may. */
export class PageTooComplex extends Error {
  override name = "PageTooComplex";
}

const LIMIT_MS = 3_000;
/** More would let hostile pages have every core. */
const MAX_WORKERS = 2;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

interface Pool {
  idle: Worker[];
  started: number;
  waiting: ((worker: Worker) => void)[];
}

/**
 * Turns the bytes of an HTML page into text in a worker thread, so that no page can hold up this one. At most two pages at a time in a
 * process; others wait, until the signal aborts.
 * @throws PageTooComplex after `limitMs` of work or beyond the thread's memory; the thread is ended and replaced. An abort rejects with
 * the signal's reason.
 */
export async function extractPage(job: PageJob, signal: AbortSignal, limitMs = LIMIT_MS): Promise<ExtractedPage> {
  const pool = singleton<Pool>("html-workers", () => ({ idle: [], started: 0, waiting: [] }));
  const worker = await takeWorker(pool, signal);
  try {
    const page = await ask(worker, job, signal, limitMs);
    giveBack(pool, worker);
    return page;
  } catch (error) {
    replace(pool, worker);
    throw error;
  }
}

function takeWorker(pool: Pool, signal: AbortSignal): Promise<Worker> {
  signal.throwIfAborted();
  const idle = pool.idle.pop();
  if (idle) return Promise.resolve(idle);
  if (pool.started < MAX_WORKERS) {
    pool.started += 1;
    return Promise.resolve(startWorker());
  }
  return new Promise((resolve, reject) => {
    const onWorker = (worker: Worker): void => {
      signal.removeEventListener("abort", onAbort);
      resolve(worker);
    };
    const onAbort = (): void => {
      pool.waiting = pool.waiting.filter((each) => each !== onWorker);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    pool.waiting.push(onWorker);
  });
}

async function ask(worker: Worker, job: PageJob, signal: AbortSignal, limitMs: number): Promise<ExtractedPage> {
  const late = AbortSignal.timeout(limitMs);
  worker.ref();
  const answer = once(worker, "message", { signal: AbortSignal.any([signal, late]) });
  worker.postMessage(job);
  try {
    const [page] = await answer;
    return page as ExtractedPage; // the only message that html-worker.ts posts
  } catch (cause) {
    signal.throwIfAborted();
    if (late.aborted) throw new PageTooComplex(`The page could not be read within ${limitMs} ms`, { cause });
    throw new PageTooComplex(`The page could not be read (${messageOf(cause)})`, { cause });
  }
}

function startWorker(): Worker {
  // A path and not `new URL(…, import.meta.url)`: bundlers rewrite that, and the thread runs this source as it stands, like the worker process.
  const file = join(process.cwd(), "lib/tools/web-fetch/html-worker.ts");
  const worker = new Worker(file, { resourceLimits: RESOURCE_LIMITS, env: {}, execArgv: [], name: "html" });
  // A thread that dies while idle must not bring the process down; the next page that gets it fails and replaces it.
  worker.on("error", () => {});
  return worker;
}

function giveBack(pool: Pool, worker: Worker): void {
  const next = pool.waiting.shift();
  if (next) next(worker);
  else {
    worker.unref();
    pool.idle.push(worker);
  }
}

function replace(pool: Pool, worker: Worker): void {
  void worker.terminate();
  const next = pool.waiting.shift();
  if (next) next(startWorker());
  else pool.started -= 1;
}
