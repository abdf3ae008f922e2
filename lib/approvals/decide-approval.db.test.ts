import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as decisionRoute } from "#app/api/approvals/[id]/decision/route.ts";
import { type ApprovalId, newId } from "#lib/ids.ts";
import { changeRole } from "#lib/members/change-role.ts";
import { removeMember } from "#lib/members/remove-member.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { decide, executionsOf, parkCommand, requireOfCommands } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createScene, createSceneMember, createSceneOrganization, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { decideApproval } from "./decide-approval.ts";
import { expireApprovals } from "./expire-approvals.ts";
import { getApproval } from "./get-approval.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

/** What the decision route answers that person. */
function post(person: SceneMember, id: string, body: unknown) {
  return callRoute(decisionRoute, { method: "POST", params: { id }, body, apiKey: person.apiKey });
}

describe("who may decide", () => {
  it.each(["owner", "admin", "approver"] as const)("lets the %s decide", async (role) => {
    const { approval } = await parkCommand(scene.ours.member);
    const answer = await post(scene.ours[role], approval.id, { decision: "deny", inputDigest: approval.inputDigest });
    expect(answer).toMatchObject({ status: 200, body: { status: "denied", decidedBy: scene.ours[role].userId, decisions: [] } });
  });

  it.each([
    ["member", "not_an_approver"],
    ["auditor", "forbidden"],
  ] as const)("refuses the %s with 403 %s, records the attempt, and leaves it pending", async (role, code) => {
    const { approval, mark } = await parkCommand(scene.ours.member);
    const answer = await post(scene.ours[role], approval.id, { decision: "approve", inputDigest: approval.inputDigest });
    expect(answer).toMatchObject({ status: 403, body: { code } });
    expect(await getApproval(scene.ours.owner.ctx, { approvalId: approval.id })).toMatchObject({ status: "pending", votes: [] });
    expect(await executionsOf(scene.ours.id, mark)).toBe(0);
  });

  it.each(["owner", "admin", "approver", "member", "auditor"] as const)(
    "answers the other organization's %s as if the request had never existed",
    async (role) => {
      const { approval } = await parkCommand(scene.ours.member);
      const body = { decision: "approve", inputDigest: approval.inputDigest };
      const theirs = await post(scene.theirs[role], approval.id, body);
      const never = await post(scene.theirs[role], newId<ApprovalId>(), body);
      expect([theirs.status, theirs.body]).toEqual([never.status, never.body]);
      expect(theirs.status).toBe(role === "auditor" ? 403 : 404);
    },
  );

  it("tells someone without the right nothing about changed arguments", async () => {
    const { approval } = await parkCommand(scene.ours.member);
    for (const input of [{ command: "rm -rf /" }, { nonsense: true }]) {
      const answer = await post(scene.ours.member, approval.id, { decision: "approve", inputDigest: approval.inputDigest, input });
      expect(answer).toMatchObject({ status: 403, body: { code: "not_an_approver" } });
    }
  });

  it("excludes the requester where the rule says so, whatever their role, and says so", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { excludeRequester: true });
    const { approval } = await parkCommand(organization.owner);
    await expect(decide(organization.owner, approval, "approve")).rejects.toMatchObject({ code: "requester_excluded", status: 403 });
    await expect(decide(organization.admin, approval, "approve")).resolves.toMatchObject({ status: "approved" });
  });

  it("takes only the decisions that are offered", async () => {
    const { approval } = await parkCommand(scene.ours.member);
    const { inputDigest } = approval;
    for (const body of [
      { decision: "approve-always", inputDigest },
      { decision: "approve" },
      { decision: "approve", inputDigest, tool: "scheduler" },
      { decision: "approve", inputDigest, decidedBy: scene.ours.owner.userId },
    ]) {
      expect(await post(scene.ours.approver, approval.id, body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
    expect(await getApproval(scene.ours.owner.ctx, { approvalId: approval.id })).toMatchObject({ status: "pending" });
  });

  it("takes nothing that would be decided as something else than was sent", async () => {
    const { approval } = await parkCommand(scene.ours.member);
    const { inputDigest } = approval;
    const text = (input: string) => `{"decision":"approve","inputDigest":"${inputDigest}","input":${input}}`;
    for (const body of [
      text('{"command":"ls","command":"ls -la"}'),
      text('{"command":"ls","__proto__":{"timeoutMs":1000}}'),
      text('{"command":"ls \\u0000"}'),
      text('{"command":"ls \\ud800"}'),
      { decision: "deny", inputDigest, input: { command: "ls" } },
    ]) {
      expect(await post(scene.ours.approver, approval.id, body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: "invalid_request" },
      });
    }
    expect(await getApproval(scene.ours.owner.ctx, { approvalId: approval.id })).toMatchObject({ status: "pending" });
  });

  it.each([
    ["nothing", newId<ApprovalId>()],
    ["no id", "1"],
    ["an id in other words", "../decision"],
  ])("answers 404 for %s", async (_, id) => {
    expect(await post(scene.ours.approver, id, { decision: "approve", inputDigest: "sha256:0" })).toMatchObject({ status: 404 });
  });
});

describe("one winner", () => {
  it("gives 200 simultaneous decisions one winner and 199 conflicts with the winning state, and runs once", async () => {
    const { approval, run, mark } = await parkCommand(scene.ours.member);
    const deciders = [scene.ours.owner, scene.ours.admin, scene.ours.approver];
    const decisions = Array.from({ length: 200 }, (_, turn) => decide(deciders[turn % 3] as SceneMember, approval, "approve"));
    const answers = await Promise.allSettled(decisions);
    const lost = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    expect(lost).toHaveLength(199);
    for (const reason of lost) expect(reason).toMatchObject({ code: "already_decided", facts: { approval: { status: "approved" } } });
    await driveGranted(scene.ours.member, run.id);
    expect(await executionsOf(scene.ours.id, mark)).toBe(1);
    const [audit] = await scene.ours.owner.ctx.db.sql(
      (sql) =>
        sql`select count(*)::int as decisions from audit_entries where subject = ${`approval:${approval.id}`} and action = 'approval-approved'`,
    );
    expect(audit).toEqual({ decisions: 1 });
  }, 60_000);

  it("lets an approval and a denial at the same moment have one outcome", async () => {
    const { approval, run, mark } = await parkCommand(scene.ours.member);
    const answers = await Promise.allSettled([
      decide(scene.ours.admin, approval, "approve"),
      decide(scene.ours.approver, approval, "deny", "no"),
    ]);
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
    await driveGranted(scene.ours.member, run.id);
    const { status } = await getApproval(scene.ours.owner.ctx, { approvalId: approval.id });
    expect(await executionsOf(scene.ours.id, mark)).toBe(status === "approved" ? 1 : 0);
  });

  it("tells the late one who decided, when and why", async () => {
    const { approval } = await parkCommand(scene.ours.member);
    await decide(scene.ours.admin, approval, "deny", "wrong folder");
    for (const decision of ["approve", "deny"]) {
      const answer = await post(scene.ours.approver, approval.id, { decision, inputDigest: approval.inputDigest });
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: "already_decided",
          approval: { status: "denied", decidedByName: "The admin", decisionReason: "wrong folder", decidedAt: expect.any(String) },
        },
      });
    }
  });
});

describe("votes", () => {
  it("keeps it pending until as many have agreed as the rule asks, each person once", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 2 });
    const { approval, run, mark } = await parkCommand(organization.member);
    expect(await decide(organization.owner, approval, "approve", "fine")).toMatchObject({
      status: "pending",
      votes: [{ decision: "approve" }],
    });
    await expect(decide(organization.owner, approval, "approve")).rejects.toMatchObject({ code: "already_decided" });
    await expect(driveGranted(organization.member, run.id)).rejects.toThrow("not granted");
    expect(await decide(organization.admin, approval, "approve")).toMatchObject({ status: "approved" });
    await driveGranted(organization.member, run.id);
    expect(await executionsOf(organization.id, mark)).toBe(1);
  });

  it("counts no vote twice when a person's own clicks race", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 2 });
    const { approval } = await parkCommand(organization.member);
    await Promise.allSettled(Array.from({ length: 50 }, () => decide(organization.owner, approval, "approve")));
    const { status, votes } = await getApproval(organization.admin.ctx, { approvalId: approval.id });
    expect([status, votes.length]).toEqual(["pending", 1]);
  });

  it("counts no vote of somebody who was removed or may not decide any more", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 2 });
    const removed = await createSceneMember(organization.id, "approver");
    const { approval, run, mark } = await parkCommand(organization.member);
    await decide(removed, approval, "approve");
    await removeMember(organization.owner.ctx, removed.userId);
    expect(await decide(organization.approver, approval, "approve")).toMatchObject({
      status: "pending",
      votes: [{ userId: organization.approver.userId }],
    });
    await changeRole(organization.owner.ctx, organization.approver.userId, "member");
    expect(await decide(organization.admin, approval, "approve")).toMatchObject({ status: "pending", votes: [{ decision: "approve" }] });
    await expect(driveGranted(organization.member, run.id)).rejects.toThrow("not granted");
    expect(await decide(organization.owner, approval, "approve")).toMatchObject({ status: "approved" });
    await driveGranted(organization.member, run.id);
    expect(await executionsOf(organization.id, mark)).toBe(1);
  });

  it("takes one no as a no, after any number of yeses", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 3 });
    const second = await createSceneMember(organization.id, "approver");
    const { approval, run, mark } = await parkCommand(organization.member);
    await decide(organization.owner, approval, "approve");
    await decide(second, approval, "approve");
    expect(await decide(organization.approver, approval, "deny")).toMatchObject({
      status: "denied",
      decidedBy: organization.approver.userId,
    });
    await driveGranted(organization.member, run.id);
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it("starts the count again when one of them changes the arguments: nobody has agreed to those", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 2 });
    const { approval, run, mark } = await parkCommand(organization.member);
    await decide(organization.owner, approval, "approve");
    const { inputDigest } = approval;
    const edited = await post(organization.admin, approval.id, {
      decision: "approve",
      inputDigest,
      input: { command: `echo other >> ${mark}.count` },
    });
    expect(edited).toMatchObject({ status: 200, body: { status: "pending", votes: [{ userId: organization.admin.userId }] } });
    expect(edited.body.inputDigest).not.toBe(inputDigest);
    // What the others are asked now stands in its title, too.
    expect(edited.body.summary).toBe(`Run: echo other >> ${mark}.count`);
    await expect(decide(organization.approver, approval, "approve")).rejects.toMatchObject({ code: "digest_mismatch" });
    expect(await decide(organization.owner, edited.body, "approve")).toMatchObject({
      status: "approved",
      editedInput: { command: expect.stringContaining("other") },
    });
    await driveGranted(organization.member, run.id);
    expect((await getRun(organization.member.ctx, { runId: run.id })).toolCalls[0]).toMatchObject({ status: "succeeded" });
    expect(await executionsOf(organization.id, mark)).toBe(1);
  });
});

describe("what is decided", () => {
  it.each(["", "sha256:0", "x".repeat(100)])("refuses the digest %j of something else, and stays pending", async (inputDigest) => {
    const { approval } = await parkCommand(scene.ours.member);
    const answer = await post(scene.ours.approver, approval.id, { decision: "approve", inputDigest });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "digest_mismatch", approval: { status: "pending", inputDigest: approval.inputDigest } },
    });
  });

  it("lets no change of the arguments escape a rule that asks for more people", async () => {
    const organization = await createSceneOrganization();
    const deploys = {
      id: "deploys-ask-two",
      effect: "ask",
      tool: "shell",
      when: [{ pointer: "/command", op: "contains", value: "deploy" }],
      requirement: { approvals: 2 },
      reason: "A deploy needs two people.",
    } as const;
    await putPolicy(organization.owner.ctx, {
      preset: "balanced",
      rules: [{ ...deploys, when: [...deploys.when] }, ...PRESET_RULES.balanced],
    });
    const { approval } = await parkCommand(organization.member);
    const { inputDigest } = approval;
    const answer = await post(organization.approver, approval.id, { decision: "approve", inputDigest, input: { command: "./deploy" } });
    expect(answer).toMatchObject({ status: 403, body: { code: "tool_not_allowed", ruleId: "deploys-ask-two" } });
    expect(answer.body.detail).toContain("A deploy needs two people.");
    expect(await getApproval(organization.owner.ctx, { approvalId: approval.id })).toMatchObject({ status: "pending", votes: [] });
  });

  it("takes one request's digest for no other, not even of the same command", async () => {
    const [one, other] = [await parkCommand(scene.ours.member), await parkCommand(scene.ours.member)];
    await expect(
      decide(scene.ours.approver, { id: one.approval.id, inputDigest: other.approval.inputDigest }, "approve"),
    ).rejects.toMatchObject({
      code: "digest_mismatch",
    });
  });

  it("keeps reasons of any script as they were said, and stores what cannot be stored visibly", async () => {
    const { approval } = await parkCommand(scene.ours.member);
    const said = await decide(scene.ours.approver, approval, "deny", "  תיקייה לא נכונה\u0000 \ud800 ");
    expect(said.decisionReason).toBe("תיקייה לא נכונה\u2400 \ufffd");
  });
});

describe("a request that is closed", () => {
  it("answers a late click with 'expired' and runs nothing, also before the worker has closed it", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { expiresAfterMs: 600_000 });
    const { approval, run, mark } = await parkCommand(organization.member, { afterwards: [{ text: "Nobody answered." }] });
    expect(approval.expiresAt).toBeInstanceOf(Date);
    await organization.owner.ctx.db.sql(
      (sql) => sql`update approvals set expires_at = now() - interval '1 second' where id = ${approval.id}`,
    );
    const body = { decision: "approve", inputDigest: approval.inputDigest };
    expect(await post(organization.approver, approval.id, body)).toMatchObject({
      status: 409,
      body: { code: "expired", approval: { status: "expired" } },
    });
    await expireApprovals();
    expect(await post(organization.approver, approval.id, body)).toMatchObject({
      status: 409,
      body: { code: "expired", approval: { status: "expired" } },
    });
    await driveGranted(organization.member, run.id);
    const ended = await getRun(organization.member.ctx, { runId: run.id });
    expect(ended).toMatchObject({
      status: "succeeded",
      toolCalls: [{ status: "expired", kind: "approval_expired", outcome: { executed: false } }],
    });
    expect(await executionsOf(organization.id, mark)).toBe(0);
    const seen = JSON.stringify(model.requests(mark).at(-1)?.body);
    expect(seen).toContain("Nobody answered in time");
    expect(seen).not.toMatch(/approval_denied|said no:/);
    const [counted] = await organization.owner.ctx.db.sql(
      (sql) =>
        sql`select sum(denied)::int as denied, sum(expired)::int as expired from call_statistics where tenant_id = ${organization.id}`,
    );
    expect(counted).toEqual({ denied: 0, expired: 1 });
  });

  it("answers a decision after Stop in words, and nothing runs", async () => {
    const { approval, run, mark } = await parkCommand(scene.ours.member);
    await cancelRun(scene.ours.member.ctx, { runId: run.id });
    await expect(decide(scene.ours.approver, approval, "approve")).rejects.toMatchObject({
      code: "already_decided",
      message: "The run was stopped, so this request is closed. Nothing was run.",
      facts: { approval: { status: "cancelled" } },
    });
    await driveGranted(scene.ours.member, run.id);
    expect(await executionsOf(scene.ours.id, mark)).toBe(0);
    expect(await getRun(scene.ours.member.ctx, { runId: run.id })).toMatchObject({
      status: "cancelled",
      toolCalls: [{ status: "cancelled" }],
    });
  });

  it("has one end when a decision, the end of its time and Stop come at once", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { expiresAfterMs: 60_000 });
    const { tenantId } = organization.owner.ctx;
    for (let turn = 0; turn < 12; turn++) {
      const { approval, run } = await parkCommand(organization.member);
      const overdue = turn % 3 === 0;
      if (overdue) {
        await organization.owner.ctx.db.sql(
          (sql) => sql`update approvals set expires_at = now() where tenant_id = ${tenantId} and id = ${approval.id}`,
        );
      }
      const answers = await Promise.allSettled([
        decide(organization.approver, approval, "approve"),
        cancelRun(organization.member.ctx, { runId: run.id }),
        overdue ? expireApprovals() : null,
        decide(organization.admin, approval, "deny"),
      ]);
      for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toMatchObject({ status: 409 });
      expect((await getApproval(organization.owner.ctx, { approvalId: approval.id })).status).not.toBe("pending");
    }
  }, 60_000);

  it("waits without limit unless a rule says otherwise", async () => {
    const { approval } = await parkCommand(scene.ours.member);
    expect(approval.expiresAt).toBeNull();
    await scene.ours.owner.ctx.db.sql(
      (sql) => sql`update approvals set created_at = now() - interval '400 days' where id = ${approval.id}`,
    );
    await expireApprovals();
    await expect(
      decideApproval(scene.ours.approver.ctx, { approvalId: approval.id, decision: "approve", inputDigest: approval.inputDigest }),
    ).resolves.toMatchObject({
      status: "approved",
    });
  });
});
