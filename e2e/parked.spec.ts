import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { HEAP_ENVIRONMENT, heapKib } from "#bench/support/processes.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { copyParkedRun } from "./copy-parked-run.ts";
import { messageOf, type OwnerClient, ownerOf } from "./owner-client.ts";
import { type Services, startServices } from "./services.ts";

const RUNS = 1_000;
/** Of them, parked by the web that drove them, and by the worker, which drives fewer at once. The others are copies of such rows. */
const CHAT_RUNS = 200;
const SCHEDULED_RUNS = 60;
/** What a run that was really driven may leave in a process, so that a thousand leave 50 MiB. */
const KIB_A_RUN = 50;
const WAITS = [{ calls: [{ tool: "shell", args: { command: "true" } }] }, { text: "Done." }];

let models: ModelServer;
let services: Services;
let sql: postgres.Sql;
let owner: OwnerClient;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  models = await startModelServer({ keep: 0 });
  services = await startServices({
    ...HEAP_ENVIRONMENT,
    MODEL: "openai-compatible:fake",
    OPENAI_BASE_URL: models.url,
    OPENAI_API_KEY: "any",
  });
  sql = postgres(services.adminUrl, { max: 1 });
  owner = ownerOf(services.baseUrl);
});

test.afterAll(async () => {
  await sql?.end();
  await services?.remove();
  await models?.close();
});

test("a thousand runs that wait hold no place of a worker, no connection and hardly any memory, and new work runs at once", async () => {
  test.setTimeout(240_000);
  await park(60);
  await parkScheduled(10);
  const before = await held();
  await park(CHAT_RUNS);
  await parkScheduled(SCHEDULED_RUNS);
  const driven = await held();
  await copyParkedRun(sql, await owner.say(WAITS), RUNS - CHAT_RUNS - SCHEDULED_RUNS - 1);
  const after = await held();

  expect(await countWaiting()).toBe(RUNS + 70);
  expect((await owner.api("/api/approvals?status=pending&limit=1")).total).toBe(RUNS + 70);
  const figures = `1,000 runs that wait: ${JSON.stringify({ before, driven, after })}`;
  expect(after.leases, figures).toBe(0);
  expect(after.busyConnections, figures).toBe(0);
  // Pools keep what a burst of work opened for a minute, up to their size; a run that waits adds none.
  expect(after.connections - before.connections, figures).toBeLessThan(10);
  expect(driven.heapMib - before.heapMib, figures).toBeLessThan(((CHAT_RUNS + SCHEDULED_RUNS) * KIB_A_RUN) / 1024);
  expect(after.heapMib - before.heapMib, figures).toBeLessThan(50);
  // The resident set is told, not judged: V8 gives back what it no longer needs when it likes.
  test.info().annotations.push({ type: "figures", description: figures });

  const sentAt = performance.now();
  const { runId } = await owner.say([{ text: "At once." }]);
  await ended(runId);
  expect(performance.now() - sentAt, "a message is answered").toBeLessThan(2_000);
  const { runId: scheduled } = await schedule([{ text: "At once." }]);
  await ended(scheduled);
  expect(performance.now() - sentAt, "a scheduled run is driven by the worker").toBeLessThan(5_000);
});

/** Asks for so many commands, each in a chat of its own, eight at a time, and waits until all of them wait. */
async function park(count: number): Promise<void> {
  const waiting = await countWaiting();
  let asked = 0;
  const askNext = async () => {
    while (asked++ < count) await owner.say(WAITS);
  };
  await Promise.all(Array.from({ length: 8 }, askNext));
  await expect.poll(countWaiting, { timeout: 60_000 }).toBe(waiting + count);
}

async function parkScheduled(count: number): Promise<void> {
  const waiting = await countWaiting();
  for (let index = 0; index < count; index += 1) await schedule(WAITS);
  await expect.poll(countWaiting, { timeout: 60_000 }).toBe(waiting + count);
}

/** A schedule that is run now: by the worker, as everything that fires. */
async function schedule(script: object[]): Promise<{ runId: string }> {
  const { id } = await owner.api("/api/schedules", { name: "Now", prompt: messageOf(script).text, cron: "0 0 1 1 *", timeZone: "UTC" });
  return owner.api(`/api/schedules/${id}/run`, {});
}

async function countWaiting(): Promise<number> {
  const [row] = await sql`select count(*)::int as count from runs where status = 'awaiting-approval'`;
  return row?.count;
}

async function ended(runId: string): Promise<void> {
  await expect.poll(() => owner.runOf(runId).then((run) => run.status), { intervals: [20] }).toBe("succeeded");
}

/** What web and worker have in their hands when they have come to rest. */
async function held() {
  await sleep(1_500);
  const pids = Object.values(services.pids());
  const heapMib = sum(await Promise.all(pids.map(heapKib))) / 1024;
  const residentMib = sum(await Promise.all(pids.map(residentKib))) / 1024;
  const [row] = await sql`
    select count(*)::int as connections, count(*) filter (where state <> 'idle')::int as "busyConnections",
           (select count(*)::int from runs where lease_owner is not null and ended_at is null) as leases
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return { heapMib, residentMib, connections: row?.connections, busyConnections: row?.busyConnections, leases: row?.leases };
}

/** VmRSS of proc(5). */
async function residentKib(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
