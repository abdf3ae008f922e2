import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as decisionRoute } from "#app/api/approvals/[id]/decision/route.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { changeRole } from "#lib/members/change-role.ts";
import { removeMember } from "#lib/members/remove-member.ts";
import { getApprovalMetrics } from "#lib/metrics/get-approval-metrics.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { decide, executionsOf, marking, newMark, parkCalls, parkCommand, requireOfCommands } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createScene, createSceneMember, createSceneOrganization, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { getApproval } from "./get-approval.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

function post(person: SceneMember, id: string, body: unknown) {
  return callRoute(decisionRoute, { method: "POST", params: { id }, body, apiKey: person.apiKey });
}

/** What the model was sent last in the chat that says `marker`. */
function lastMessages(marker: string): { role: string; content: string; tool_call_id?: string }[] {
  const [request] = model.requests(marker).slice(-1);
  return (request?.body.messages ?? []) as ReturnType<typeof lastMessages>;
}

describe("an approved call", () => {
  it("runs once although the same request is sent again, while it runs and after", async () => {
    const { approval, run, mark } = await parkCommand(scene.ours.member);
    const body = { decision: "approve", inputDigest: approval.inputDigest };
    const first = await post(scene.ours.approver, approval.id, body);
    const driven = driveGranted(scene.ours.member, run.id);
    const again = await Promise.all(Array.from({ length: 5 }, () => post(scene.ours.approver, approval.id, body)));
    await driven;
    again.push(await post(scene.ours.approver, approval.id, body));
    expect([first.status, ...again.map((answer) => answer.status)]).toEqual([200, 409, 409, 409, 409, 409, 409]);
    expect(await executionsOf(scene.ours.id, mark)).toBe(1);
    await expect(driveGranted(scene.ours.member, run.id)).rejects.toThrow("not granted");
  });

  it("counts as one that ran, also when it only reads", async () => {
    const organization = await createSceneOrganization();
    const { ctx } = organization.owner;
    await putPolicy(ctx, { preset: "balanced", rules: [{ id: "asks", effect: "ask", tool: "file_system", reason: "Ask." }] });
    const { approvals, run } = await parkCalls(organization.member, [{ tool: "file_system", args: { action: "list", path: "." } }]);
    await decide(organization.approver, approvals[0], "approve");
    await driveGranted(organization.member, run.id);
    expect((await getApprovalMetrics(ctx, {})).totals).toMatchObject({ requested: 1, approved: 1, ran: 1 });
  });

  it("is refused when a rule denies it by the time it would start", async () => {
    const organization = await createSceneOrganization();
    const { approval, run, mark } = await parkCommand(organization.member);
    await decide(organization.approver, approval, "approve");
    await putPolicy(organization.owner.ctx, {
      preset: "balanced",
      rules: [...PRESET_RULES.balanced, { id: "no-shell", effect: "deny", tool: "shell", reason: "Commands are switched off." }],
    });
    await driveGranted(organization.member, run.id);
    const [call] = (await getRun(organization.member.ctx, { runId: run.id })).toolCalls;
    expect(call).toMatchObject({
      status: "refused",
      kind: "gate_denied",
      ruleId: "no-shell",
      outcome: { executed: false, errorCode: "tool_not_allowed" },
    });
    expect(await executionsOf(organization.id, mark)).toBe(0);
    expect(await getApproval(organization.owner.ctx, { approvalId: approval.id })).toMatchObject({ status: "approved" });
  });

  it("still runs when a rule changed that has nothing to do with it", async () => {
    const organization = await createSceneOrganization();
    const { approval, run, mark } = await parkCommand(organization.member);
    await decide(organization.approver, approval, "approve");
    await putPolicy(organization.owner.ctx, {
      preset: "balanced",
      rules: [...PRESET_RULES.balanced, { id: "no-mcp", effect: "deny", tool: "mcp__*", reason: "No servers." }],
    });
    await driveGranted(organization.member, run.id);
    expect(await executionsOf(organization.id, mark)).toBe(1);
  });

  it("is refused when the person who asked is no longer a member", async () => {
    const organization = await createSceneOrganization();
    const leaver = await createSceneMember(organization.id, "member");
    const { approval, run, mark } = await parkCommand(leaver);
    await decide(organization.approver, approval, "approve");
    await removeMember(organization.owner.ctx, leaver.userId);
    await driveGranted(organization.member, run.id);
    const [call] = await organization.owner.ctx.db.sql(
      (sql) => sql`select status, kind from tool_calls where tenant_id = ${organization.id} and run_id = ${run.id}`,
    );
    expect(call).toEqual({ status: "refused", kind: "gate_denied" });
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it.each([
    ["was removed", (owner: SceneMember, { userId }: SceneMember) => removeMember(owner.ctx, userId)],
    ["may not decide any more", (owner: SceneMember, { userId }: SceneMember) => changeRole(owner.ctx, userId, "member")],
  ])("is refused when the person who approved it %s before it ran", async (_, change) => {
    const { owner, member, approver, id } = await createSceneOrganization();
    const { approval, run, mark } = await parkCommand(member);
    await decide(approver, approval, "approve");
    await change(owner, approver);
    await driveGranted(member, run.id);
    const [call] = (await getRun(member.ctx, { runId: run.id })).toolCalls;
    expect(call).toMatchObject({ status: "refused", kind: "approval_unavailable", reason: expect.stringContaining("was removed since") });
    expect(await executionsOf(id, mark)).toBe(0);
  });

  it("runs with the requester's rights, whoever approved it", async () => {
    const organization = await createSceneOrganization();
    const reader = await createSceneMember(organization.id, "member");
    const { approval, run, mark } = await parkCommand(reader);
    await changeRole(organization.owner.ctx, reader.userId, "auditor");
    await decide(organization.owner, approval, "approve");
    await driveGranted(organization.member, run.id);
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it("is not what runs when its row was altered after the decision: the digest no longer fits", async () => {
    const { approval, run, mark } = await parkCommand(scene.ours.member);
    await decide(scene.ours.approver, approval, "approve");
    const other = { command: `echo ran >> ${mark}.count; echo more` };
    await scene.ours.owner.ctx.db.sql((sql) => sql`update tool_calls set input = ${sql.json(other)} where id = ${approval.callId}`);
    await driveGranted(scene.ours.member, run.id);
    const [call] = (await getRun(scene.ours.member.ctx, { runId: run.id })).toolCalls;
    expect(call).toMatchObject({ status: "refused", kind: "approval_unavailable" });
    expect(await executionsOf(scene.ours.id, mark)).toBe(0);
  });
});

describe("changed arguments", () => {
  it("are what runs; both versions and the editor stand in the record, and the model is told", async () => {
    const { approval, run, mark } = await parkCommand(scene.ours.member);
    const input = { command: `echo edited >> ${mark}.count; cat ${mark}.count` };
    const answer = await post(scene.ours.approver, approval.id, { decision: "approve", inputDigest: approval.inputDigest, input });
    expect(answer).toMatchObject({ status: 200, body: { status: "approved", input: approval.input, editedInput: input } });
    await driveGranted(scene.ours.member, run.id);
    const [call] = (await getRun(scene.ours.member.ctx, { runId: run.id })).toolCalls;
    expect(call).toMatchObject({ status: "succeeded", input });
    expect(JSON.stringify(call?.outcome)).toContain("edited");
    const [audit] = await scene.ours.owner.ctx.db.sql(
      (sql) =>
        sql`select actor_id as "actorId", facts from audit_entries where subject = ${`approval:${approval.id}`} and action = 'approval-approved'`,
    );
    expect(audit).toMatchObject({ actorId: scene.ours.approver.userId, facts: { asked: approval.input, edited: input } });
    expect(JSON.stringify(model.requests(mark).at(-1)?.body)).toContain("The approver changed the arguments before this ran. It ran with:");
  });

  it.each([
    ["into what the tool refuses", { command: "rm -rf ../x" }, 403, "tool_not_allowed"],
    ["into a hidden form of it", { command: "$(printf rm) -rf x; eval 'rm -rf x'" }, 403, "tool_not_allowed"],
    ["to a wrong type", { command: 7 }, 400, "invalid_request"],
    ["to nothing", {}, 400, "invalid_request"],
    ["with another tool's name", { command: "ls", tool: "scheduler" }, 400, "invalid_request"],
    ["beyond their limit", { command: "a".repeat(30_000) }, 400, "invalid_request"],
  ])("are refused %s, and the request stays pending as it was asked", async (_, input, status, code) => {
    const { approval, mark } = await parkCommand(scene.ours.member);
    const answer = await post(scene.ours.approver, approval.id, { decision: "approve", inputDigest: approval.inputDigest, input });
    expect(answer).toMatchObject({ status, body: { code } });
    const after = await getApproval(scene.ours.owner.ctx, { approvalId: approval.id });
    expect(after).toMatchObject({ status: "pending", inputDigest: approval.inputDigest, editedInput: null, votes: [] });
    expect(await executionsOf(scene.ours.id, mark)).toBe(0);
    const attempts = { action: "approval-decision-refused", subject: `approval:${approval.id}` };
    const { items } = await listAudit(scene.ours.owner.ctx, { ...attempts, limit: 1 });
    const attempt = { actorId: scene.ours.approver.userId, facts: { code, edited: input } };
    expect(items).toMatchObject(code === "tool_not_allowed" ? [attempt] : []);
  });

  it("pass the rules for the requester, not for the editor", async () => {
    const organization = await createSceneOrganization();
    await putPolicy(organization.owner.ctx, {
      preset: "balanced",
      rules: [
        ...PRESET_RULES.balanced,
        {
          id: "members-no-secrets",
          effect: "deny",
          tool: "shell",
          roles: ["member"],
          when: [{ pointer: "/command", op: "contains", value: "secrets" }],
          reason: "Not for members.",
        },
      ],
    });
    const { approval } = await parkCommand(organization.member);
    const answer = await post(organization.owner, approval.id, {
      decision: "approve",
      inputDigest: approval.inputDigest,
      input: { command: "cat secrets" },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "tool_not_allowed", ruleId: "members-no-secrets" } });
  });
});

describe("several calls in one message", () => {
  it("get a request each, also when they are the same; each is decided alone, and results keep the order asked", async () => {
    const [twin, other] = [newMark(), newMark()];
    const { run, approvals } = await parkCalls(scene.ours.member, [marking(twin), marking(other), marking(twin)]);
    expect(new Set(approvals.map((approval) => approval.id)).size).toBe(3);
    expect(approvals.map((approval) => approval.toolCallId)).toEqual(run.toolCalls.map((call) => call.toolCallId));
    const [first, middle, last] = approvals;
    await decide(scene.ours.approver, first, "approve");
    await expect(driveGranted(scene.ours.member, run.id)).rejects.toThrow("not granted");
    expect(await executionsOf(scene.ours.id, twin)).toBe(0);
    await decide(scene.ours.approver, middle as typeof first, "deny", "wrong folder");
    await decide(scene.ours.admin, last as typeof first, "approve");
    await driveGranted(scene.ours.member, run.id);
    const ended = await getRun(scene.ours.member.ctx, { runId: run.id });
    expect(ended.toolCalls.map((call) => call.status)).toEqual(["succeeded", "denied", "succeeded"]);
    expect([await executionsOf(scene.ours.id, twin), await executionsOf(scene.ours.id, other)]).toEqual([2, 0]);
    const results = lastMessages(twin).filter((message) => message.role === "tool");
    expect(results.map((result) => result.tool_call_id)).toEqual(ended.toolCalls.map((call) => call.toolCallId));
    expect(results[1]?.content).toBe("REFUSED [approval_denied]: The approver said no: wrong folder");
  });

  it.each([
    ["approve", "succeeded"],
    ["deny", "denied"],
  ] as const)("run one after another: a free one does not start before the one in front of it is decided (%s)", async (decision, first) => {
    const mark = newMark();
    const path = `${mark}/a.txt`;
    const write = { tool: "file_system", args: { action: "write", path, content: "x" } };
    const { run, approvals } = await parkCalls(scene.ours.member, [{ tool: "shell", args: { command: `mkdir ${mark}` } }, write]);
    expect(run.toolCalls.map((call) => call.status)).toEqual(["awaiting-approval", "proposed"]);
    await decide(scene.ours.approver, approvals[0], decision);
    await driveGranted(scene.ours.member, run.id);
    const { toolCalls } = await getRun(scene.ours.member.ctx, { runId: run.id });
    expect(toolCalls.map((call) => call.status)).toEqual([first, "succeeded"]);
    const [command, file] = toolCalls;
    expect(file?.startedAt?.getTime()).toBeGreaterThanOrEqual((command?.endedAt ?? new Date(8e15)).getTime());
  });
});

describe("rules that changed while it waited", () => {
  it("refuse in words what needed nobody when it was asked for and needs somebody now", async () => {
    const organization = await createSceneOrganization();
    const mark = newMark();
    const write = { tool: "file_system", args: { action: "write", path: `${mark}.count`, content: "ran\n" } };
    const { run, approvals } = await parkCalls(organization.member, [{ tool: "shell", args: { command: "ls" } }, write]);
    await putPolicy(organization.owner.ctx, { preset: "cautious" });
    await decide(organization.approver, approvals[0], "deny");
    await driveGranted(organization.member, run.id);
    const { toolCalls } = await getRun(organization.member.ctx, { runId: run.id });
    expect(toolCalls[1]).toMatchObject({ status: "refused", kind: "approval_unavailable", ruleId: "file-writes-ask" });
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it("let no older approval stand for a stricter requirement", async () => {
    const organization = await createSceneOrganization();
    const { approval, run, mark } = await parkCommand(organization.owner);
    await decide(organization.owner, approval, "approve");
    await requireOfCommands(organization, { approvals: 2, excludeRequester: true });
    await driveGranted(organization.owner, run.id);
    expect(await executionsOf(organization.id, mark)).toBe(0);
    const { toolCalls } = await getRun(organization.owner.ctx, { runId: run.id });
    expect(toolCalls[0]).toMatchObject({ status: "refused", kind: "approval_unavailable" });
  });
});
