import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { type HoldPoint, HoldPoints } from "./hold-points.ts";
import { messageOf, type OwnerClient, ownerOf, type Pending, workspaceFile } from "./owner-client.ts";
import { type Services, startServices } from "./services.ts";

// Web and worker are killed at twenty points of a run's life, five runs at each: a hundred commands, each of which leaves a line in a file when it runs.
const RUNS_A_POINT = 5;
/** Beside them, runs that wait through all of it. */
const PATIENT_RUNS = 20;
const FILE = "killed.txt";

interface KillPoint {
  name: string;
  /** Approved before it, and with a person's answer under way when it is `unheard`. */
  after: "asking" | "approving" | "unheard approving";
  /** Held there, and killed as soon as `reached` says so of every run besides: one run may hold up two transactions. Without either: killed at once. */
  hold?: HoldPoint;
  reached?: (run: KilledRun) => Promise<unknown>;
  /** What the model does besides, in the step that asks and in the last. */
  asking?: object;
  answer?: object;
  /** What the command does after it has left its line. */
  command?: string;
}

interface KilledRun {
  point: KillPoint;
  mark: string;
  chatId: string;
  /** Sent again when no answer came: the same message, not another one. */
  message: { text: string; clientMessageId: string };
  runId: string | undefined;
}

const says = (run: KilledRun) => expect.poll(() => eventsOf(run), { intervals: [20] }).toContain('"text-delta"');
const called = (status: string) => (run: KilledRun) =>
  expect.poll(async () => (await statusOfCall(run)) === status, { intervals: [20] }).toBe(true);
const hasRun = (run: KilledRun) => expect.poll(() => linesOf(run), { intervals: [20] }).toBe(1);
const randomly = () => sleep(Math.random() * 500);

const POINTS: KillPoint[] = [
  { name: "before the message is stored", after: "asking", hold: "runs running" },
  { name: "as soon as the message is taken", after: "asking" },
  { name: "while the model thinks", after: "asking", asking: { ttft: 700 }, reached: () => sleep(300) },
  { name: "while the model says what it wants", after: "asking", asking: { text: 60, rate: 80 }, reached: says },
  { name: "before the call is stored", after: "asking", hold: "tool_calls awaiting-approval" },
  { name: "before the request is stored", after: "asking", hold: "approvals pending" },
  { name: "before the run lets go of its driver", after: "asking", hold: "runs awaiting-approval" },
  { name: "while it waits", after: "asking", reached: called("awaiting-approval") },
  { name: "as the decision is sent", after: "unheard approving" },
  { name: "before the decision is stored", after: "unheard approving", hold: "approvals approved" },
  { name: "before the call hears of the decision", after: "unheard approving", hold: "tool_calls approved" },
  { name: "before the run is handed over", after: "unheard approving", hold: "runs running" },
  { name: "as soon as the decision is answered", after: "approving" },
  { name: "between the decision and the ticket", after: "approving", hold: "tool_calls executing" },
  { name: "in the middle of the command", after: "approving", command: "sleep 5", reached: hasRun },
  { name: "after the command and before its record", after: "approving", hold: "tool_calls succeeded", reached: hasRun },
  { name: "while the model thinks of the result", after: "approving", answer: { ttft: 900 }, reached: called("succeeded") },
  { name: "while the answer streams", after: "approving", answer: { text: 90, rate: 90 }, reached: says },
  { name: "before the end is stored", after: "approving", hold: "runs succeeded" },
  { name: "at random", after: "approving", reached: randomly },
];

let models: ModelServer;
let services: Services;
let holds: HoldPoints;
let owner: OwnerClient;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  models = await startModelServer();
  services = await startServices({
    MODEL: "openai-compatible:fake",
    OPENAI_BASE_URL: models.url,
    OPENAI_API_KEY: "any",
    LOG_LEVEL: "info",
  });
  holds = await HoldPoints.install(services.adminUrl);
  owner = ownerOf(services.baseUrl);
});

test.afterAll(async () => {
  await holds?.end();
  await services?.remove();
  await models?.close();
});

test("a hundred runs that are killed at twenty points and approved a day later: each command ran once, or is called unknown where it may have acted", async () => {
  test.setTimeout(300_000);
  const patient = await Promise.all(Array.from({ length: PATIENT_RUNS }, () => newRun({ name: "through all of it", after: "asking" })));
  await Promise.all(patient.map(send));
  await Promise.all(patient.map(called("awaiting-approval")));

  const killed: KilledRun[] = [];
  /** Their command had begun when everything died: nobody can know whether it acted, before or after its line. */
  const begun = new Set<string>();
  for (const point of POINTS) {
    const runs = await Promise.all(Array.from({ length: RUNS_A_POINT }, () => newRun(point)));
    killed.push(...runs);
    await bringTo(point, runs);
    await expect.poll(countWornOut, { timeout: 30_000 }).toBe(0);
    await services.kill();
    await holds.open();
    for (const { chatId } of await holds.sql`select chat_id as "chatId" from tool_calls where status = 'executing'`) begun.add(chatId);
    await services.start();
    await Promise.all(runs.map((run) => run.runId ?? send(run)));
    await aDayPasses();
    await approveAll(killed);
  }
  await aDayPasses();
  const all = [...killed, ...patient];
  await expect(async () => {
    await approveAll(all);
    const [open] = await holds.sql`select count(*)::int as count from runs where ended_at is null`;
    expect(open?.count).toBe(0);
  }).toPass({ timeout: 60_000, intervals: [300] });

  const ends = await Promise.all(all.map(endOf));
  const expected = all.map(({ point, chatId }, index) => {
    const end = { point: point.name, run: "succeeded", calls: 1 };
    return begun.has(chatId)
      ? { ...end, call: "unknown", lines: Math.min(1, ends[index]?.lines ?? 0) }
      : { ...end, call: "succeeded", lines: 1 };
  });
  expect(ends).toEqual(expected);
  for (const point of ["in the middle of the command", "after the command and before its record"]) {
    const died = ends.filter((end) => end.point === point);
    expect(died).toEqual(died.map((end) => ({ ...end, call: "unknown", lines: 1 })));
  }
});

async function newRun(point: KillPoint): Promise<KilledRun> {
  const { id: chatId } = await owner.api("/api/chats", {});
  const mark = `m${chatId.slice(-12)}`;
  const call = { tool: "shell", args: { command: `echo ${mark} >> ${FILE}${point.command ? `; ${point.command}` : ""}` } };
  const message = messageOf([
    { ...point.asking, calls: [call] },
    { text: "Said: done.", ...point.answer },
  ]);
  return { point, mark, chatId, message, runId: undefined };
}

/** Runs of earlier points that are given up when they die once more, and that nobody has brought further yet: a run that kills its drivers is ended. */
async function countWornOut(): Promise<number> {
  const [worn] = await holds.sql`select count(*)::int as count from runs where status = 'running' and interruptions >= 4`;
  return worn?.count;
}

/** Leaves every run exactly there. */
async function bringTo({ after, hold, reached }: KillPoint, runs: KilledRun[]): Promise<void> {
  const chatIds = runs.map(({ chatId }) => chatId);
  if (after !== "asking") {
    await Promise.all(runs.map(send));
    await Promise.all(runs.map(called("awaiting-approval")));
    await expect.poll(async () => (await pendingOf(runs)).length).toBe(runs.length);
  }
  if (hold) await holds.close(chatIds, hold);
  const requests = after === "asking" ? [] : await pendingOf(runs);
  const acts = after === "asking" ? runs.map(send) : requests.map(owner.approve);
  const answered = Promise.allSettled(acts);
  if (hold) await holds.waitFor(runs.length);
  else if (after === "unheard approving") await sleep(Math.random() * 10);
  else await answered;
  if (reached) await Promise.all(runs.map(reached));
}

async function send(run: KilledRun): Promise<void> {
  run.runId = (await owner.api(`/api/chats/${run.chatId}/messages`, run.message)).runId;
}

/** Whatever waits was asked for a day earlier than it was. */
async function aDayPasses(): Promise<void> {
  await holds.sql`
    with waiting as (update runs set created_at = created_at - interval '1 day', started_at = started_at - interval '1 day'
                      where status = 'awaiting-approval' returning id),
         calls as (update tool_calls set created_at = created_at - interval '1 day' where run_id in (select id from waiting))
    update approvals set created_at = created_at - interval '1 day' where run_id in (select id from waiting)`;
}

async function approveAll(runs: KilledRun[]): Promise<void> {
  await Promise.all((await pendingOf(runs)).map(owner.approve));
}

async function pendingOf(runs: KilledRun[]): Promise<Pending[]> {
  const { items } = await owner.api("/api/approvals?status=pending&limit=200");
  return items.filter((item: Pending) => runs.some(({ runId }) => runId === item.runId));
}

async function statusOfCall({ chatId }: KilledRun): Promise<string | undefined> {
  const [call] = await holds.sql`select status from tool_calls where chat_id = ${chatId}`;
  return call?.status;
}

async function eventsOf({ runId = "" }: KilledRun): Promise<string> {
  const rows = await holds.sql`select chunks from run_events where run_id = ${runId} order by seq`;
  return JSON.stringify(rows);
}

async function linesOf({ mark }: KilledRun): Promise<number> {
  return (await workspaceFile(owner, services.dataDir, FILE).catch(() => "")).split(mark).length - 1;
}

/** How it ended, as one person would read it. */
async function endOf(run: KilledRun) {
  const { status, toolCalls } = await owner.runOf(run.runId ?? "");
  return { point: run.point.name, run: status, calls: toolCalls.length, call: toolCalls[0]?.status, lines: await linesOf(run) };
}
