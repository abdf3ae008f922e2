import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import postgres from "postgres";
import { API_KEY, startBench } from "./support/contenders.ts";
import { newChat } from "./support/drive.ts";
import { median, quantile, row } from "./support/figures.ts";

/**
 * From the first statement of the transaction in which the web decides to the moment at which the worker, another process, may call the tool: the
 * commit of the ticket that begins the call, as its notice arrives here. Two durable commits lie between.
 */
const ROUNDS = 60;
const STEPS = [{ calls: [{ tool: "shell", args: { command: "true" } }] }, { text: "Done." }];

const bench = await startBench("one-command", STEPS);
const worker = spawn(process.execPath, ["worker/main.ts"], {
  env: { ...process.env, ...bench.environment } as NodeJS.ProcessEnv,
  stdio: "ignore",
});
const sql = postgres(bench.adminUrl, { max: 1 });
/** When a run's first events after its decision were committed, in ms since the epoch. The ticket carries them. */
const begun = new Map<string, number>();
const decided = new Set<string>();
const began = new EventEmitter();
try {
  await sql.listen("countersign", (payload) => {
    const { type, runId } = JSON.parse(payload) as { type: string; runId: string };
    if (type === "run-lease") decided.add(runId);
    if (type !== "run-events" || !decided.has(runId) || begun.has(runId)) return;
    begun.set(runId, performance.timeOrigin + performance.now());
    began.emit("call");
  });
  await until(async () => (await sql`select 1 from processes where kind = 'worker'`).length > 0);
  for (let round = 0; round < ROUNDS; round++) await decideOne();
  const rows = await sql<{ runId: string; atMs: number }[]>`
    select run_id as "runId", extract(epoch from decided_at)::float8 * 1000 as "atMs" from approvals order by decided_at offset 10`;
  if (rows.length !== ROUNDS - 10) throw new Error(`${rows.length} commands ran.`);
  const ms = rows.map(({ runId, atMs }) => (begun.get(runId) ?? Number.NaN) - atMs);
  row("decision to the tool's beginning in another process, median", `${median(ms).toFixed(1)} ms`, median(ms), 5);
  row("the same at p95", `${quantile(ms, 0.95).toFixed(1)} ms`, quantile(ms, 0.95), 25);
} finally {
  await sql.end();
  await stop(worker);
  await bench.stop();
}

async function decideOne(): Promise<void> {
  const chatId = await newChat(bench);
  await call(`/api/chats/${chatId}/messages`, { text: "Go.", clientMessageId: crypto.randomUUID() });
  let approval: { id: string; inputDigest: string } | undefined;
  await until(async () => {
    const page = await call(`/api/approvals?status=pending&chatId=${chatId}`);
    approval = page.items[0];
    return approval !== undefined;
  });
  // Parked, as a request that waits for a person is.
  await until(async () => (await sql`select 1 from runs where chat_id = ${chatId} and status = 'awaiting-approval'`).length > 0);
  // Nothing is asked of the machine while it is measured.
  const isBegun = once(began, "call", { signal: AbortSignal.timeout(30_000) });
  await call(`/api/approvals/${approval?.id}/decision`, { decision: "approve", inputDigest: approval?.inputDigest });
  await isBegun;
  // One at a time: the next question is not part of what is measured.
  await until(async () => (await sql`select 1 from runs where ended_at is null`).length === 0);
}

async function call(path: string, body?: object) {
  const response = await fetch(`${bench.product.url}${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("It never came true.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
