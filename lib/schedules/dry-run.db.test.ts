import { access, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as RUN } from "#app/api/schedules/[id]/run/route.ts";
import { runAgent } from "#lib/agent/run-agent.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { workspaceOf } from "#lib/gate/index.ts";
import type { RunId, ScheduleId } from "#lib/ids.ts";
import { getScheduleMetrics } from "#lib/metrics/get-schedule-metrics.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { firingsOf } from "#lib/testing/schedule-scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { toolCallsCsv } from "#lib/tool-calls/tool-calls-csv.ts";
import { createSchedule } from "./create-schedule.ts";
import { fireSchedule } from "./fire-schedule.ts";
import { getSchedule } from "./get-schedule.ts";
import { runScheduleNow } from "./run-schedule-now.ts";
import { tickSchedules } from "./tick-schedules.ts";
import { updateSchedule } from "./update-schedule.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());
beforeEach(async () => {
  scene = await createScene();
});

const file = (args: Record<string, unknown>) => ({ tool: "file_system", args });
const prompt = (...steps: unknown[]) => `Keep the notes.\n#script ${JSON.stringify(steps)}`;
const WRITES = prompt(
  { calls: [file({ action: "read", path: "before.txt" }), file({ action: "write", path: "made.txt", content: "made" })] },
  {
    calls: [
      { tool: "shell", args: { command: "touch by-shell.txt" } },
      { tool: "scheduler", args: { action: "create", prompt: "More.", cron: "0 9 * * *", timeZone: "UTC" } },
    ],
  },
  { text: "That is what would be done." },
);

const schedule = (text: string, more: object = {}) =>
  createSchedule(scene.ours.member.ctx, { prompt: text, name: "Notes", cron: "0 9 * * *", missed: "once", overlap: "skip", ...more });

const ask = ({ apiKey }: SceneMember, id: string, body: unknown = { dryRun: true }) =>
  callRoute(RUN, { method: "POST", params: { id }, body, apiKey });

async function drive(runId: RunId): Promise<void> {
  const claimed = await claimRun(scene.ours.id, runId);
  if (!claimed) throw new Error("The run could not be claimed.");
  await runAgent(claimed);
}

async function dryRun(id: ScheduleId): Promise<RunId> {
  const { runId } = await runScheduleNow(scene.ours.member.ctx, { id, dryRun: true });
  await drive(runId);
  return runId;
}

const inWorkspace = async (name: string) => path.join(await workspaceOf(scene.ours.id), name);

describe("a dry run", () => {
  it("goes through the loop and the gate, reads, writes nothing, asks nobody, and tells what would have happened", async () => {
    const { member, approver, id: tenantId } = scene.ours;
    await writeFile(await inWorkspace("before.txt"), "as it was");
    const { id } = await schedule(WRITES);
    const answered = await ask(member, id);
    expect(answered.status).toBe(202);
    await drive(answered.body.runId);
    const run = await getRun(member.ctx, { runId: answered.body.runId });
    expect(run).toMatchObject({ isDryRun: true, trigger: "schedule", status: "succeeded" });
    expect(
      run.toolCalls.map(({ tool, status, kind, ruleId, isDryRun, outcome }) => [tool, status, kind, ruleId, isDryRun, outcome?.executed]),
    ).toEqual([
      ["file_system", "succeeded", null, "reads-allow", true, true],
      ["file_system", "refused", "dry_run", "file-writes-allow", true, false],
      ["shell", "refused", "dry_run", "shell-asks", true, false],
      ["scheduler", "refused", "dry_run", "schedule-write-allow", true, false],
    ]);
    expect(run.toolCalls[2]?.reason).toMatch(/In a real run it would have waited until a person approves it/);
    for (const name of ["made.txt", "by-shell.txt"]) await expect(access(await inWorkspace(name))).rejects.toThrow(/ENOENT/);
    expect(await readFile(await inWorkspace("before.txt"), "utf8")).toBe("as it was");
    expect((await listApprovals(approver.ctx, { status: "pending", limit: 10 })).items).toEqual([]);
    expect(await firingsOf(tenantId)).toMatchObject([{ scheduleId: id, cause: "dry-run", status: "succeeded" }]);
  });

  it("is told apart in the chat, in the record's file and in the figures, and is no last run", async () => {
    const { member } = scene.ours;
    const { id, chatId } = await schedule(WRITES);
    await dryRun(id);
    const [message] = await member.ctx.db.sql((sql) => sql`select metadata from messages where chat_id = ${chatId} and role = 'assistant'`);
    expect(message?.metadata).toMatchObject({ isDryRun: true });
    const csv = (await Array.fromAsync(toolCallsCsv(member.ctx, {}))).join("");
    expect(csv.split("\r\n")[0]).toContain("dryRun");
    expect(csv).toMatch(/,schedule,yes,/);
    const { items } = await getScheduleMetrics(member.ctx, {});
    expect(items).toMatchObject([{ key: id, firings: 0, succeeded: 0, dryRuns: 1 }]);
    expect((await getSchedule(member.ctx, { id })).lastRun).toBeNull();
  });

  it("can be had of a draft, which a real run cannot, and activates nothing", async () => {
    const { member } = scene.ours;
    const { id } = await schedule(WRITES);
    await member.ctx.db.sql((sql) => sql`update schedules set status = 'draft', next_run_at = null where id = ${id}`);
    expect((await ask(member, id, {})).body).toMatchObject({ code: "illegal_transition", status: 409 });
    expect((await ask(member, id)).status).toBe(202);
    expect(await getSchedule(member.ctx, { id })).toMatchObject({ status: "draft", nextRunAt: null });
    await updateSchedule(member.ctx, { id, status: "cancelled" });
    expect((await ask(member, id)).body).toMatchObject({ code: "illegal_transition" });
  });

  it("is one at a time, keeps no due time from firing, and ends with its schedule", async () => {
    const { member, id: tenantId } = scene.ours;
    const { id, nextRunAt } = await schedule(WRITES);
    const { body } = await ask(member, id);
    expect((await ask(member, id)).body).toMatchObject({ code: "run_in_progress", runId: body.runId });
    const { fired } = await tickSchedules(nextRunAt as Date);
    const ours = fired.filter((firing) => firing.tenantId === tenantId);
    expect(await Promise.all(ours.map(({ scheduleRunId }) => fireSchedule(tenantId, scheduleRunId)))).toEqual([expect.any(String)]);
    await updateSchedule(member.ctx, { id, status: "cancelled" });
    expect((await firingsOf(tenantId)).map(({ cause, status }) => `${cause} ${status}`).sort()).toEqual([
      "dry-run cancelled",
      "due cancelled",
    ]);
  });

  it("leaves nothing that a later real run would read", async () => {
    const { member } = scene.ours;
    const { id } = await schedule(WRITES);
    await dryRun(id);
    const { runId } = await runScheduleNow(member.ctx, { id });
    await drive(runId);
    const asked = JSON.stringify(model.requests("Keep the notes.").at(-1));
    expect(asked).not.toContain("dry run");
    expect(await readFile(await inWorkspace("made.txt"), "utf8")).toBe("made");
  });

  it("begins no call in the database, also when a process took it for a real run", async () => {
    const { member, id: tenantId } = scene.ours;
    const { id } = await schedule(prompt({ calls: [file({ action: "write", path: "made.txt", content: "made" })] }, { text: "Done." }));
    const { runId } = await runScheduleNow(member.ctx, { id, dryRun: true });
    const claimed = await claimRun(tenantId, runId);
    if (!claimed) throw new Error("The run could not be claimed.");
    // The planted fault: the gate of this process is told that it is no dry run.
    claimed.state.run.isDryRun = false;
    await runAgent(claimed);
    const run = await getRun(member.ctx, { runId });
    expect(run.toolCalls).toMatchObject([{ status: "cancelled", outcome: { executed: false } }]);
    await expect(access(await inWorkspace("made.txt"))).rejects.toThrow(/ENOENT/);
  });

  it("is for those who may start its real run", async () => {
    const { auditor, approver } = scene.ours;
    const { id } = await schedule(WRITES);
    expect((await ask(auditor, id)).status).toBe(403);
    expect((await ask(approver, id)).status).toBe(403);
    expect((await ask(scene.theirs.owner, id)).status).toBe(404);
    expect((await ask(scene.ours.member, id, { dryRun: "yes" })).body).toMatchObject({ code: "invalid_request" });
    expect((await ask(scene.ours.owner, id)).status).toBe(202);
  });
});
