import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import type { ApprovalId } from "#lib/ids.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const shell = (command: string) => ({ tool: "shell", args: { command } });

describe("a call that asks", () => {
  it("parks the run, runs once after the approval, and the loop goes on", async () => {
    const { member, approver } = scene.ours;
    const parked = await completeRun(member, [{ calls: [shell("echo hi > made.txt; cat made.txt")] }, { text: "Made." }]);
    expect(parked).toMatchObject({ status: "awaiting-approval", toolCalls: [{ status: "awaiting-approval", ruleId: "shell-asks" }] });
    const { items } = await listApprovals(approver.ctx, { status: "pending", limit: 10 });
    const [approval] = items;
    if (!approval) throw new Error("no approval");
    const decided = await decideApproval(approver.ctx, { approvalId: approval.id, decision: "approve", inputDigest: approval.inputDigest });
    expect(decided).toMatchObject({ status: "approved", decidedBy: approver.userId });
    await driveGranted(member, parked.id);
    const run = await getRun(member.ctx, { runId: parked.id });
    expect(run).toMatchObject({ status: "succeeded", toolCalls: [{ status: "succeeded", outcome: { ok: true, executed: true } }] });
  });
});

describe("a call that a model makes twice in one message", () => {
  const draft = { tool: "scheduler", args: { action: "create", name: "Twice", prompt: "Look.", cron: "0 9 * * *", timeZone: "UTC" } };

  it.each([
    ["deny", 1, "denied"],
    ["approve", 2, "succeeded"],
  ] as const)("acts a second time only when a person says that it is meant: %s", async (decision, drafts, status) => {
    const { member, approver, id: tenantId } = (await createScene()).ours;
    const parked = await completeRun(member, [{ calls: [draft, draft] }, { text: "Drafted." }]);
    expect(parked.toolCalls).toMatchObject([{ status: "proposed" }, { status: "awaiting-approval", ruleId: "floor/asked-twice" }]);
    const { items } = await listApprovals(approver.ctx, { status: "pending", limit: 10 });
    expect(items).toMatchObject([{ toolCallId: parked.toolCalls[1]?.toolCallId, reason: { ruleId: "floor/asked-twice" } }]);
    await decideApproval(approver.ctx, { approvalId: items[0]?.id as ApprovalId, decision, inputDigest: items[0]?.inputDigest ?? "" });
    await driveGranted(member, parked.id);
    const run = await getRun(member.ctx, { runId: parked.id });
    expect(run).toMatchObject({ status: "succeeded", toolCalls: [{ status: "succeeded" }, { status }] });
    const rows = await member.ctx.db.sql((sql) => sql`select id from schedules where tenant_id = ${tenantId} and name = 'Twice'`);
    expect(rows).toHaveLength(drafts);
  });
});
