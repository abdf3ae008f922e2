import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { API_KEY, startBench } from "./support/contenders.ts";
import { newChat } from "./support/drive.ts";
import { median, quantile, row } from "./support/figures.ts";

/**
 * From the moment at which Stop is sent to the one at which the model server sees its reader go away, in the middle of an answer: driven by the web
 * that is asked to stop, and by a worker, which must hear of it first.
 */
const STOPS = 60;
const WARM_UP = 5;

const bench = await startBench("fake:text=2000,rate=50");
const worker = spawn(process.execPath, ["worker/main.ts"], {
  env: { ...process.env, ...bench.environment } as NodeJS.ProcessEnv,
  stdio: "ignore",
});
try {
  report("the web that drives it", await stopAll(beginInWeb));
  report("another process", await stopAll(beginInWorker));
} finally {
  await stop(worker);
  await bench.stop();
}

function report(where: string, ms: number[]): void {
  const figure = `${quantile(ms, 0.95).toFixed(0)} ms (median ${median(ms).toFixed(0)} ms, worst ${Math.max(...ms).toFixed(0)} ms)`;
  row(`Stop to the end of the model call, in ${where}, p95`, figure, quantile(ms, 0.95), 500);
}

async function stopAll(begin: () => Promise<string>): Promise<number[]> {
  const ms: number[] = [];
  for (let index = 0; index < WARM_UP + STOPS; index++) {
    const runId = await begin();
    await hasBegunToSpeak(runId);
    const { aborted } = await modelStats();
    const stoppedAtNs = process.hrtime.bigint();
    await call(`/api/runs/${runId}/cancel`, {});
    ms.push(Number((await nextAbort(aborted)) - stoppedAtNs) / 1e6);
  }
  return ms.slice(WARM_UP);
}

async function beginInWeb(): Promise<string> {
  const { runId } = await call(`/api/chats/${await newChat(bench)}/messages`, { text: "Go.", clientMessageId: crypto.randomUUID() });
  return runId;
}

/** What a schedule begins is driven by a worker. */
async function beginInWorker(): Promise<string> {
  const { id } = await call("/api/schedules", { name: "Now", prompt: "Go.", cron: "0 0 1 1 *", timeZone: "UTC" });
  return (await call(`/api/schedules/${id}/run`, {})).runId;
}

async function hasBegunToSpeak(runId: string): Promise<void> {
  const response = await fetch(`${bench.product.url}/api/runs/${runId}/stream`, { headers: { authorization: `Bearer ${API_KEY}` } });
  let seen = "";
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    seen += text;
    if (seen.includes('"text-delta"')) return;
  }
  throw new Error(`The run said nothing: ${seen}`);
}

/** The model server's own view. */
async function nextAbort(before: number): Promise<bigint> {
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const { aborted, lastAbortNs } = await modelStats();
    if (aborted > before) return BigInt(lastAbortNs);
  }
  throw new Error("The model was asked on.");
}

async function modelStats(): Promise<{ aborted: number; lastAbortNs: string }> {
  return (await fetch(`${bench.model.url}/_stats`)).json() as Promise<{ aborted: number; lastAbortNs: string }>;
}

async function call(path: string, body: object) {
  const response = await fetch(`${bench.product.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
