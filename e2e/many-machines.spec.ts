import { type APIRequestContext, type APIResponse, expect, test } from "@playwright/test";
import pg from "pg";
import { type Installation, type Machine, startInstallation } from "./machines.ts";
import { OWNER } from "./owner.ts";

test.describe.configure({ mode: "serial" });

let installation: Installation;
let database: pg.Client;
let http: APIRequestContext;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(300_000);
  installation = await startInstallation({ MODEL: "demo" });
  database = new pg.Client({ connectionString: installation.adminUrl });
  database.on("error", () => undefined);
  await database.connect();
  http = await playwright.request.newContext();
});

test.afterAll(async () => {
  await http?.dispose();
  await database?.end();
  await installation?.remove();
});

test("two webs and two workers are one product: signed in at one, sent at the other, approved at the first, run by a worker", async () => {
  const [web1, web2] = installation.webs;
  await signIn(web1);
  await expect(async () => {
    const { checks } = await get(web2, "/api/health");
    expect([checks.queue.detail, checks.worker.detail]).toEqual(["Redis answers.", "2 workers are alive."]);
  }).toPass({ timeout: 45_000 });

  const { runId, approval } = await askForCommand(web2, web1, "Run sleep 2");
  await approve(web1, approval);
  expect(await driverOf(runId)).toMatchObject({ kind: "worker" });
  expect(await endOf(web2, runId)).toMatchObject({ status: "succeeded", toolCalls: [{ tool: "shell", status: "succeeded" }] });
});

test("a web and a worker lose their power in the middle of a command: the others go on, nothing runs twice, and it is said to be unknown", async () => {
  const [web1, web2] = installation.webs;
  const { runId, approval } = await askForCommand(web1, web2, "Run sleep 20");
  await approve(web1, approval);
  const { pid } = await driverOf(runId);
  await expect(async () => expect(await statusOfCall(runId)).toBe("executing")).toPass();
  await Promise.all([web1.cutPower(), (await machineWith(pid)).cutPower()]);

  const run = await endOf(web2, runId);
  expect(run).toMatchObject({ status: "succeeded", toolCalls: [{ status: "unknown", outcome: { executed: true, errorCode: "unknown" } }] });
  const { rows } = await database.query("select executions from tool_calls where run_id = $1", [runId]);
  expect(rows).toEqual([{ executions: 1 }]);
});

test("one web and one worker are enough", async () => {
  const [, web2] = installation.webs;
  const { runId, approval } = await askForCommand(web2, web2, "Run ls -la");
  await approve(web2, approval);
  expect(await endOf(web2, runId)).toMatchObject({ status: "succeeded", toolCalls: [{ status: "succeeded" }] });
  await expect(async () => expect((await get(web2, "/api/health")).checks.worker.detail).toBe("One worker is alive.")).toPass({
    timeout: 20_000,
  });
});

interface PendingApproval {
  id: string;
  inputDigest: string;
}

/** The cookie holds for every port of the host, as behind a balancer. */
async function signIn({ baseUrl }: Machine): Promise<void> {
  const { csrfToken } = await (await http.get(`${baseUrl}/api/auth/csrf`)).json();
  const form = { csrfToken, email: OWNER.email, password: OWNER.password };
  const answer = await http.post(`${baseUrl}/api/auth/callback/credentials`, { form, headers: { origin: baseUrl }, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

async function askForCommand(sender: Machine, reader: Machine, text: string): Promise<{ runId: string; approval: PendingApproval }> {
  const { id: chatId } = await post(sender, "/api/chats", {});
  const { runId } = await post(sender, `/api/chats/${chatId}/messages`, { text, clientMessageId: crypto.randomUUID() });
  let pending: PendingApproval[] = [];
  await expect(async () => {
    pending = (await get(reader, `/api/approvals?status=pending&chatId=${chatId}`)).items;
    expect(pending).toHaveLength(1);
  }).toPass();
  return { runId, approval: pending[0] as PendingApproval };
}

function approve(machine: Machine, { id, inputDigest }: PendingApproval) {
  return post(machine, `/api/approvals/${id}/decision`, { decision: "approve", inputDigest });
}

/** The process that holds the run's lease. */
async function driverOf(runId: string): Promise<{ kind: string; pid: number }> {
  const { rows } = await database.query("select p.kind, p.pid from runs r join processes p on p.id = r.lease_owner where r.id = $1", [
    runId,
  ]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

async function statusOfCall(runId: string): Promise<string> {
  const { rows } = await database.query("select status from tool_calls where run_id = $1", [runId]);
  return rows[0].status;
}

async function machineWith(pid: number): Promise<Machine> {
  for (const machine of installation.workers) if ((await machine.processes()).includes(pid)) return machine;
  throw new Error(`Process ${pid} is of no worker.`);
}

async function endOf(machine: Machine, runId: string) {
  let run: Awaited<ReturnType<APIResponse["json"]>>;
  await expect(async () => {
    run = await get(machine, `/api/runs/${runId}`);
    expect(["succeeded", "failed", "cancelled"]).toContain(run.status);
  }).toPass({ timeout: 30_000 });
  return run;
}

async function get({ baseUrl }: Machine, path: string) {
  const answer = await http.get(`${baseUrl}${path}`);
  expect(answer.status(), `GET ${path}`).toBe(200);
  return answer.json();
}

async function post({ baseUrl }: Machine, path: string, data: object) {
  const answer = await http.post(`${baseUrl}${path}`, { data, headers: { origin: baseUrl, accept: "application/json" } });
  expect(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}
