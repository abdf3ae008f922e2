import { describe, expect, it, vi } from "vitest";
import { canonicalJson } from "#lib/canonical-json.ts";
import { type ApprovalId, newId, type TenantId, type UserId } from "#lib/ids.ts";
import type { Requirement, Rule } from "#lib/policies/policy.ts";
import { callTo, registerProbe, TestGate } from "#lib/testing/gate-scene.ts";
import type { GivenApproval } from "./call-to-execute.ts";
import { approvalDigest } from "./consent.ts";
import { type ApprovalSubject, digestOf } from "./digest.ts";
import { evaluateCall } from "./evaluate-call.ts";
import { executeToolCall } from "./execute-tool-call.ts";
import { proposeToolCalls } from "./propose-tool-calls.ts";

const run = vi.fn(async () => ({ data: null, text: "done" }));
const name = registerProbe({ effect: "irreversible", run });
const approver = newId<UserId>();

function asking(requirement: Partial<Requirement> = {}): Rule {
  return { id: "asks", effect: "ask", reason: "Ask first.", requirement };
}

/** What was asked when the model proposed the call, and a yes to it. */
async function approved(gate: TestGate, args: unknown, voters: UserId[] = [approver]) {
  const [proposal] = await proposeToolCalls(gate.authority(), [{ name, toolCallId: "c1", rawArguments: JSON.stringify(args) }], {
    callsPerRun: 100,
    callsBefore: 0,
  });
  const request = proposal?.call.request;
  if (!request) throw new Error("It did not ask.");
  const approval: GivenApproval = {
    id: newId<ApprovalId>(),
    status: "approved",
    digest: request.digest,
    files: request.files,
    policyVersion: gate.version,
    requirement: request.requirement,
    votes: voters.map((userId) => ({ userId, decision: "approve" })),
  };
  return approval;
}

describe("an approval", () => {
  it("lets exactly that call run, also when the arguments stand in another order", async () => {
    run.mockClear();
    const gate = new TestGate(asking());
    const approval = await approved(gate, { text: "a", count: 1 });
    expect(await executeToolCall(gate, callTo(name, { count: 1, text: "a" }, { approval }))).toMatchObject({
      status: "succeeded",
      ruleId: "asks",
    });
    expect([run.mock.calls.length, gate.begun.length]).toEqual([1, 1]);
  });

  it.each<[string, (gate: TestGate) => unknown, unknown]>([
    ["one character of the arguments", () => undefined, { text: "b", count: 1 }],
    ["a number", () => undefined, { text: "a", count: 2 }],
    ["an argument that is gone", () => undefined, { text: "a" }],
    ["a look-alike", () => undefined, { text: "а", count: 1 }],
    ["whose call it is", (gate) => Object.assign(gate, { userId: newId<UserId>() }), { text: "a", count: 1 }],
  ])("is void for anything else: %s", async (_, change, args) => {
    run.mockClear();
    const gate = new TestGate(asking());
    const approval = await approved(gate, { text: "a", count: 1 });
    change(gate);
    const settled = await executeToolCall(gate, callTo(name, args, { approval }));
    expect(settled).toMatchObject({ status: "refused", kind: "approval_unavailable", outcome: { executed: false } });
    expect(settled.reason).toMatch(/^What was approved is not what would run now/);
    expect([run.mock.calls.length, gate.begun.length]).toEqual([0, 0]);
  });

  it("is void in another organization, for another tool, and as given under other rules than it says", async () => {
    run.mockClear();
    const [gate, other] = [new TestGate(asking()), new TestGate(asking())];
    const approval = await approved(gate, { text: "a" });
    other.userId = gate.userId;
    const twin = registerProbe({ effect: "irreversible", run });
    const tries = [
      await executeToolCall(other, callTo(name, { text: "a" }, { approval })),
      await executeToolCall(gate, callTo(twin, { text: "a" }, { approval })),
      await executeToolCall(gate, callTo(name, { text: "a" }, { approval: { ...approval, policyVersion: 2 } })),
    ];
    for (const settled of tries) expect(settled).toMatchObject({ status: "refused", kind: "approval_unavailable" });
    expect(run).not.toHaveBeenCalled();
  });

  it("does not outlive the tool's version", async () => {
    const gate = new TestGate(asking());
    const evaluation = await evaluateCall(gate.authority(), callTo(name));
    if (evaluation.verdict === "refuse") throw new Error("refused");
    const next = { ...evaluation, definition: { ...evaluation.definition, version: 2 } };
    const bound = { policyVersion: 1, files: null };
    expect(approvalDigest(gate.authority(), next, bound)).not.toBe(approvalDigest(gate.authority(), evaluation, bound));
  });

  it("does not outlive a rule that denies, and is not needed once a rule allows", async () => {
    run.mockClear();
    const gate = new TestGate(asking());
    const approval = await approved(gate, { text: "a" });
    gate.rules = [asking(), { id: "no", effect: "deny", reason: "No more." }];
    expect(await executeToolCall(gate, callTo(name, { text: "a" }, { approval }))).toMatchObject({ kind: "gate_denied", ruleId: "no" });
    gate.rules = [{ id: "yes", effect: "allow", reason: "Yes." }];
    expect(await executeToolCall(gate, callTo(name, { text: "other" }, { approval }))).toMatchObject({
      status: "succeeded",
      ruleId: "yes",
    });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("is not there when the rule began to ask after the call was proposed", async () => {
    const gate = new TestGate(asking());
    const settled = await executeToolCall(gate, callTo(name));
    expect(settled).toMatchObject({ status: "refused", kind: "approval_unavailable", outcome: { errorCode: "approval_unavailable" } });
    expect(settled.reason).toBe(
      "Ask first. Nobody was asked, because the rule, the end of a standing approval, a change of a file that it runs, or something that was read, came after the call was proposed. Ask again.",
    );
  });

  it.each<[string, Partial<Requirement>, (requester: UserId) => UserId[], "succeeded" | "refused"]>([
    ["more people", { approvals: 2 }, () => [approver], "refused"],
    ["more people, and one clicked twice", { approvals: 2 }, () => [approver, approver], "refused"],
    ["more people, and there were more", { approvals: 2 }, () => [approver, newId<UserId>()], "succeeded"],
    ["others than the requester", { excludeRequester: true }, (requester) => [requester], "refused"],
    ["others than the requester, and it was another", { excludeRequester: true }, () => [approver], "succeeded"],
    ["two others than the requester", { approvals: 2, excludeRequester: true }, (requester) => [requester, approver], "refused"],
    ["fewer roles", { roles: ["owner"] }, () => [approver], "refused"],
    ["more roles", { roles: ["owner", "admin", "approver", "member"] }, () => [approver], "succeeded"],
  ])("is measured by what the rule asks for now: %s", async (_, now, voters, status) => {
    run.mockClear();
    const gate = new TestGate(asking());
    const approval = await approved(gate, { text: "a" }, voters(gate.userId));
    gate.rules = [asking(now)];
    const settled = await executeToolCall(gate, callTo(name, { text: "a" }, { approval }));
    expect(settled).toMatchObject({ status, kind: status === "refused" ? "approval_unavailable" : null });
    expect(run).toHaveBeenCalledTimes(status === "refused" ? 0 : 1);
  });

  it("does not count a no", async () => {
    const gate = new TestGate(asking());
    const approval = await approved(gate, { text: "a" });
    const denied = { ...approval, votes: [{ userId: approver, decision: "deny" as const }] };
    expect(await executeToolCall(gate, callTo(name, { text: "a" }, { approval: denied }))).toMatchObject({ kind: "approval_unavailable" });
  });
});

describe("the digest", () => {
  const subject: ApprovalSubject = {
    tenantId: newId<TenantId>(),
    tool: "shell",
    toolVersion: 1,
    input: { command: "ls", options: [1, { a: null }] },
    actorId: newId<UserId>(),
    policyVersion: 3,
  };

  it.each<[string, Partial<ApprovalSubject>]>([
    ["the organization", { tenantId: newId<TenantId>() }],
    ["the tool", { tool: "shel" }],
    ["its version", { toolVersion: 2 }],
    ["a space in the arguments", { input: { command: "ls ", options: [1, { a: null }] } }],
    ["the order of a list", { input: { command: "ls", options: [{ a: null }, 1] } }],
    ["text for a number", { input: { command: "ls", options: ["1", { a: null }] } }],
    ["the actor", { actorId: newId<UserId>() }],
    ["the version of the rules", { policyVersion: 4 }],
  ])("changes with %s", (_, change) => {
    expect(digestOf({ ...subject, ...change })).not.toBe(digestOf(subject));
  });

  it("is of the value: key order and white space do not count", () => {
    expect(digestOf({ ...subject, input: { options: [1, { a: null }], command: "ls" } })).toBe(digestOf(subject));
    expect(digestOf(subject)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(canonicalJson({ b: [undefined, "é\n"], a: { d: 1, c: undefined } })).toBe('{"a":{"d":1},"b":[null,"é\\n"]}');
  });
});
