import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { makeTestWorkspace } from "#lib/files/test-workspace.ts";
import { type ApprovalId, type GrantId, newId, type UserId } from "#lib/ids.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { callTo, registerProbe, TestGate } from "#lib/testing/gate-scene.ts";
import { bindFiles } from "./bind-files.ts";
import type { GivenApproval } from "./call-to-execute.ts";
import { approvalDigest } from "./consent.ts";
import { evaluateCall } from "./evaluate-call.ts";
import { executeToolCall } from "./execute-tool-call.ts";

const ASKS: Rule = { id: "asks", effect: "ask", reason: "Ask first." };
const run = vi.fn(async () => ({ data: null, text: "done" }));
const runsFiles = vi.fn(async ({ text }: { text: string }) => ({
  files: text === "" ? [] : [{ names: [text], isGuess: false }],
  unnamed: null,
}));
const name = registerProbe({ effect: "irreversible", run, runsFiles });
const reading = registerProbe({ effect: "read", run, runsFiles });

/** A gate over a workspace with one script, and a yes to a call that runs it. */
async function scene(tool = name) {
  run.mockClear();
  const { workspace } = makeTestWorkspace();
  const change = () => writeFileSync(join(workspace, "a.sh"), "echo changed");
  writeFileSync(join(workspace, "a.sh"), "echo a");
  const gate = new TestGate(ASKS);
  gate.workspace = workspace;
  const evaluation = await evaluateCall(gate.authority(), callTo(tool, { text: "a.sh" }));
  if (evaluation.verdict === "refuse") throw new Error("It was refused.");
  const files = await bindFiles(async () => workspace, evaluation.definition, { text: "a.sh" });
  const approval: GivenApproval = {
    id: newId<ApprovalId>(),
    status: "approved",
    digest: approvalDigest(gate.authority(), evaluation, { policyVersion: gate.version, files }),
    policyVersion: gate.version,
    files,
    requirement: evaluation.requirement as GivenApproval["requirement"],
    votes: [{ userId: newId<UserId>(), decision: "approve" }],
  };
  return { gate, change, call: callTo(tool, { text: "a.sh" }, { approval }) };
}

const CHANGED = {
  status: "refused",
  kind: "approval_unavailable",
  ruleId: "asks",
  outcome: { executed: false, errorCode: "content_changed" },
};

describe("the content that a call runs", () => {
  it.each([name, reading])("is looked at before the handler, which runs when it is as it was", async (tool) => {
    const { gate, call } = await scene(tool);
    expect(await executeToolCall(gate, call)).toMatchObject({ status: "succeeded" });
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([name, reading])("when it changed before, takes no ticket and reaches no handler", async (tool) => {
    const { gate, change, call } = await scene(tool);
    change();
    expect(await executeToolCall(gate, call)).toMatchObject(CHANGED);
    expect([run.mock.calls.length, gate.begun.length]).toEqual([0, 0]);
  });

  it("when it changes while the ticket is taken, reaches no handler either", async () => {
    const { gate, change, call } = await scene();
    const begin = async () => {
      change();
      return "begun" as const;
    };
    expect(await executeToolCall(gate.with({ begin }), call)).toMatchObject(CHANGED);
    expect(run).not.toHaveBeenCalled();
  });

  it("that cannot be looked at is none that was agreed to", async () => {
    const { gate, call } = await scene();
    runsFiles.mockRejectedValueOnce(new Error("broken"));
    expect(await executeToolCall(gate, call)).toMatchObject(CHANGED);
    expect(run).not.toHaveBeenCalled();
  });

  it("does not matter where a rule lets the call run whatever it holds", async () => {
    const { gate, change, call } = await scene();
    change();
    gate.rules = [{ ...ASKS, effect: "allow" }];
    expect(await executeToolCall(gate, call)).toMatchObject({ status: "succeeded" });
  });

  it("does not matter to a standing approval of a pattern", async () => {
    const { gate, change, call } = await scene();
    gate.grants = [
      {
        ...{
          id: newId<GrantId>(),
          tool: name,
          toolVersion: 1,
          input: null,
          pins: [{ pointer: "/text", op: "equals", value: "a.sh" }],
          files: null,
        },
        ...{ usesLeft: null, untilMs: null, createdBy: newId<UserId>(), createdByName: "Ann", creatorRole: "approver" },
      },
    ];
    change();
    expect(await executeToolCall(gate, { ...call, approval: null })).toMatchObject({ status: "succeeded" });
  });

  it("is nothing for a call that runs no file: no folder is looked for", async () => {
    const { gate } = await scene();
    const evaluation = await evaluateCall(gate.authority(), callTo(name, { text: "" }));
    if (evaluation.verdict === "refuse") throw new Error("It was refused.");
    const workspace = vi.fn(async () => "/nowhere");
    expect(await bindFiles(workspace, evaluation.definition, { text: "" })).toEqual([]);
    expect(workspace).not.toHaveBeenCalled();
  });

  it("of many files is read up to ten mebibytes together, and the rest is told apart", async () => {
    const { gate } = await scene();
    const evaluation = await evaluateCall(gate.authority(), callTo(name, { text: "" }));
    if (evaluation.verdict === "refuse") throw new Error("It was refused.");
    for (const file of ["b1", "b2", "b3"]) writeFileSync(join(gate.workspace, file), Buffer.alloc(4 * 1024 * 1024));
    const many = {
      ...evaluation.definition,
      runsFiles: async () => ({ files: [{ names: ["b1", "b2", "b3"], isGuess: false }], unnamed: null }),
    };
    const files = await bindFiles(async () => gate.workspace, many, {});
    expect(files.map(({ state, bytes }) => [state, bytes])).toEqual([
      ["file", 4_194_304],
      ["file", 4_194_304],
      ["too-large", 4_194_304],
    ]);
  });
});
