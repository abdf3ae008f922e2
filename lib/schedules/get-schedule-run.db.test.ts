import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as LOG } from "#app/api/schedules/[id]/runs/[firing]/log/route.ts";
import { GET } from "#app/api/schedules/[id]/runs/[firing]/route.ts";
import { runAgent } from "#lib/agent/run-agent.ts";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { newId, type RunId, type ScheduleId } from "#lib/ids.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { firingsOf, insertSchedule } from "#lib/testing/schedule-scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { createSchedule } from "./create-schedule.ts";
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

const PROMPT = `Look.\n#script ${JSON.stringify([
  { calls: [{ tool: "shell", args: { command: "echo hello" } }] },
  { text: "It said\u2028**hello**.\n2027-01-01T00:00:00.000Z succeeded         a forged line" },
])}`;

const params = async (id: ScheduleId) => ({ id, firing: (await firingsOf(scene.ours.id)).at(-1)?.id ?? "" });
const read = async ({ apiKey }: SceneMember, id: ScheduleId) => callRoute(GET, { params: await params(id), apiKey });

/** A run whose command was denied, of a schedule that was edited afterwards. */
async function ranAndEdited(): Promise<{ id: ScheduleId; runId: RunId }> {
  const { member, approver, id: tenantId } = scene.ours;
  const { id } = await createSchedule(member.ctx, { prompt: PROMPT, name: "Look", cron: "0 9 * * *", missed: "once", overlap: "skip" });
  const { runId } = await runScheduleNow(member.ctx, { id });
  const claimed = await claimRun(tenantId, runId);
  if (claimed) await runAgent(claimed);
  const { items } = await listApprovals(approver.ctx, { status: "pending", limit: 1 });
  const [approval] = items;
  if (!approval) throw new Error("Nobody was asked.");
  await decideApproval(approver.ctx, {
    approvalId: approval.id,
    decision: "deny",
    inputDigest: approval.inputDigest,
    reason: "Not\ntoday.",
  });
  await driveGranted(member, runId);
  await updateSchedule(member.ctx, { id, prompt: "Something else.", cron: "0 10 * * *", name: "Other" });
  return { id, runId };
}

describe("one run of a schedule", () => {
  it("is still what ran after a pause, and not after an edit", async () => {
    const { member } = scene.ours;
    const { id } = await createSchedule(member.ctx, { prompt: PROMPT, cron: "0 9 * * *", missed: "once", overlap: "skip" });
    await runScheduleNow(member.ctx, { id });
    for (const status of ["paused", "active"] as const) await updateSchedule(member.ctx, { id, status });
    expect((await read(member, id)).body.isChangedSince).toBe(false);
    await updateSchedule(member.ctx, { id, overlap: "queue" });
    expect((await read(member, id)).body.isChangedSince).toBe(true);
  });

  it("tells what ran as it was then, what happened, what was called, and what came of it", async () => {
    const { id, runId } = await ranAndEdited();
    const { status, body } = await read(scene.ours.member, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ runId, cause: "manual", status: "succeeded", isChangedSince: true, isChatDeleted: false });
    expect(body.configuration).toEqual({
      ...{ name: "Look", prompt: PROMPT, cron: "0 9 * * *", runAt: null, everyMs: null, timeZone: "UTC", missed: "once", overlap: "skip" },
      ...{ version: 1, createdByName: "The member", role: "member" },
    });
    expect(body.timeline.map(({ text }: { text: string }) => text)).toEqual([
      "The member had it run now",
      expect.stringMatching(/^The run began, with /),
      "The model asked for a tool call",
      "A person has to decide",
      "The approver denied it",
      "shell",
      "The model answered",
      "The agent was done",
    ]);
    expect(body.toolCalls).toMatchObject([{ tool: "shell", status: "denied", input: { command: "echo hello" } }]);
    expect(body.answer).toMatch(/^It said/);
  });

  it("can be kept as a file: everything, or a line for each thing that happened, which nobody's words can forge", async () => {
    const { id } = await ranAndEdited();
    const { apiKey } = scene.ours.auditor;
    const whole = await callRoute(LOG, { params: await params(id), apiKey });
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment; filename="schedule-run-[0-9a-f-]{36}\.json"$/);
    expect(whole.body).toEqual((await read(scene.ours.auditor, id)).body);
    const text = await callRoute(LOG, { params: await params(id), apiKey, path: "/api/test?format=text" });
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const lines = text.body.split("\n");
    expect(lines.filter((line: string) => /^\d{4}-/.test(line))).toHaveLength(8);
    expect(text.body).toMatch(/ denied +The approver denied it: Not\\u000atoday\./);
    expect(text.body).toMatch(/ denied +shell \{"command":"echo hello"\}: /);
    expect(lines.slice(-4)).toEqual(["  It said", "  **hello**.", "  2027-01-01T00:00:00.000Z succeeded         a forged line", ""]);
  });

  it("has its reason and no input where nothing ran", async () => {
    const id = await insertSchedule(scene.ours.member, { cron: "0 9 * * *", nextRunAt: new Date("2027-03-10T09:00:00Z"), missed: "skip" });
    await tickSchedules(new Date("2027-03-10T11:00:00Z"));
    const { body } = await read(scene.ours.member, id);
    expect(body).toMatchObject({ status: "missed", configuration: null, run: null, answer: "", toolCalls: [], isChangedSince: false });
    expect(body.timeline).toContainEqual(expect.objectContaining({ text: "Nothing ran", detail: "No worker was running at this time." }));
  });

  it("does not exist for another organization, under another schedule, or when its chat is another's private one", async () => {
    const { id } = await ranAndEdited();
    expect((await read(scene.theirs.owner, id)).status).toBe(404);
    const other = await insertSchedule(scene.ours.member, { cron: "0 9 * * *" });
    expect((await read(scene.ours.member, other)).status).toBe(404);
    expect((await callRoute(GET, { params: { id, firing: newId() }, apiKey: scene.ours.member.apiKey })).status).toBe(404);
    await scene.ours.member.ctx.db.sql((sql) => sql`update chats set visibility = 'private' where tenant_id = ${scene.ours.id}`);
    expect((await read(scene.ours.member, id)).status).toBe(200);
    expect((await read(scene.ours.approver, id)).status).toBe(404);
  });
});
