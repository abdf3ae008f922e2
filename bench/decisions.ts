import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import postgres from "postgres";
import { API_KEY, startBench } from "./support/contenders.ts";
import { newChat } from "./support/drive.ts";
import { median, quantile, row } from "./support/figures.ts";

/** From the commit of a person's decision in the web to the ticket with which the worker, another process, begins the command. */
const ROUNDS = 60;
const STEPS = [{ calls: [{ tool: "shell", args: { command: "true" } }] }, { text: "Done." }];

const bench = await startBench("one-command", STEPS);
const worker = spawn(process.execPath, ["worker/main.ts"], {
  env: { ...process.env, ...bench.environment } as NodeJS.ProcessEnv,
  stdio: "ignore",
});
const sql = postgres(bench.adminUrl, { max: 1 });
try {
  await until(async () => (await sql`select 1 from processes where kind = 'worker'`).length > 0);
  for (let round = 0; round < ROUNDS; round++) await decideOne();
  await until(async () => (await sql`select 1 from runs where ended_at is null`).length === 0);
  const rows = await sql<{ ms: number }[]>`
    select extract(epoch from c.started_at - a.decided_at)::float8 * 1000 as ms from approvals a join tool_calls c on c.id = a.call_id order by a.decided_at offset 10`;
  if (rows.length !== ROUNDS - 10) throw new Error(`${rows.length} commands ran.`);
  const ms = rows.map((each) => each.ms);
  row("decision to the command's ticket in another process, median", `${median(ms).toFixed(1)} ms`, median(ms), 5);
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
  await call(`/api/approvals/${approval?.id}/decision`, { decision: "approve", inputDigest: approval?.inputDigest });
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
