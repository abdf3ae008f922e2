import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { systemSql } from "#db/system.ts";
import type { RunId } from "#lib/ids.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { addApproved } from "#lib/testing/mcp-server/add-approved.ts";
import { listedTool, type ScriptedMcpServer, startMcpServer } from "#lib/testing/mcp-server/start-mcp-server.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { startWorkerProcess, type WorkerProcess } from "#lib/testing/worker-process.ts";
import type { Effect } from "../define-tool.ts";

process.env.WEB_FETCH_ALLOW = "127.0.0.1";

let model: ModelServer;
let server: ScriptedMcpServer;
let ours: SceneOrganization;
const running: WorkerProcess[] = [];

beforeAll(async () => {
  model = await startModelServer();
});
beforeEach(async () => {
  ours = await createSceneOrganization();
  server = await startMcpServer([listedTool("send_mail")]);
  await putPolicy(ours.owner.ctx, { preset: "open", rules: [{ id: "all", effect: "allow", reason: "Everything." }] });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.kill()));
  await server.close();
});
afterAll(() => model.close());

async function start(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(model, { WEB_FETCH_ALLOW: "127.0.0.1" });
  running.push(worker);
  return worker;
}

/** A run that calls the tool once, killed when `isThere`, and driven to its end by another worker. */
async function killedWhen(isThere: () => void): Promise<Awaited<ReturnType<typeof getRun>>> {
  const calls = [{ tool: "mcp__mail__send_mail", args: { to: "a@example.org" } }];
  const prompt = `Go.\n#script ${JSON.stringify([{ calls }, { text: "Done." }])}`;
  const { id } = await createSchedule(ours.member.ctx, { prompt, cron: "0 9 * * *", missed: "once", overlap: "skip" });
  const first = await start();
  const { runId } = await runScheduleNow(ours.member.ctx, { id });
  await vi.waitFor(isThere, 10_000);
  await first.kill();
  server.call = () => ({ content: [{ type: "text", text: "ok" }] });
  server.list = () => ({ tools: server.tools });
  await systemSql((sql) => sql`update runs set lease_until = now() - interval '1 second' where id = ${runId}`);
  await start();
  return ended(runId);
}

async function ended(runId: RunId) {
  await vi.waitFor(async () => expect(await getRun(ours.member.ctx, { runId })).toMatchObject({ status: "succeeded" }), 30_000);
  return getRun(ours.member.ctx, { runId });
}

it.each<[Effect, string, number]>([
  ["write", "unknown", 1],
  ["read", "succeeded", 2],
])(
  "whose process died while the server had its call of the effect %s is %s, and was called %i times",
  { timeout: 60_000 },
  async (effect, status, times) => {
    await addApproved(ours, server, { effect });
    server.call = () => new Promise(() => undefined);
    const { toolCalls } = await killedWhen(() => expect(server.callsOf("send_mail")).toBe(1));
    expect(toolCalls).toMatchObject([{ status }]);
    expect(server.callsOf("send_mail")).toBe(times);
  },
);

it("whose process died while it looked at the definition is called once by the next", { timeout: 60_000 }, async () => {
  const { id } = await addApproved(ours, server);
  await ours.owner.ctx.db.sql((sql) => sql`update mcp_servers set is_stale = true where id = ${id}`);
  let looks = 0;
  server.list = () => {
    looks += 1;
    return new Promise(() => undefined);
  };
  const { toolCalls } = await killedWhen(() => expect(looks).toBe(1));
  expect(toolCalls).toMatchObject([{ status: "succeeded" }]);
  expect(server.callsOf("send_mail")).toBe(1);
});
