import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createDocument } from "#lib/documents/create-document.ts";
import { getDocument } from "#lib/documents/get-document.ts";
import { updateDocument } from "#lib/documents/update-document.ts";
import { previewCall } from "#lib/gate/index.ts";
import { newId, parseDocumentId } from "#lib/ids.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { parkCalls } from "#lib/testing/approval-scene.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, startRun } from "#lib/testing/run-scene.ts";
import { createScene, createSceneOrganization, type Scene } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import type { ToolOutcome } from "#lib/tools/outcome.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const calling = async (args: Record<string, unknown>, member = scene.ours.member) => {
  const run = await completeRun(member, [{ calls: [{ tool: "document", args }] }, { text: "Done." }]);
  const [call] = run.toolCalls;
  if (!call) throw new Error("no call");
  return call;
};
const made = (text: string, title = "Plan") => createDocument(scene.ours.member.ctx, { title, text });

describe("the document tool", () => {
  it("makes a document, and the version says which call wrote it", async () => {
    const call = await calling({ action: "create", title: "Plan", text: "# One" });
    expect(call).toMatchObject({ status: "succeeded", ruleId: "document-writes-allow", outcome: { data: { title: "Plan", number: 1 } } });
    const { id } = dataOf<{ id: string }>(call);
    const document = await getDocument(scene.ours.auditor.ctx, parseDocumentId(id));
    expect(document).toMatchObject({ text: "# One", callId: call.id, updatedBy: { id: scene.ours.member.userId } });
  });

  it("reads a text of 64,000 bytes whole, and one byte more only in fragments that say how to go on", async () => {
    const whole = await made("é".repeat(32_000));
    expect(await calling({ action: "read", id: whole.id })).toMatchObject({
      ruleId: "document-reads-allow",
      outcome: { ok: true, truncated: false, data: { id: whole.id, version: whole.version, truncated: false, text: whole.text } },
    });
    const text = `${"é".repeat(32_000)}.${"x".repeat(30_000)}`;
    const long = await made(text);
    const refused = await calling({ action: "read", id: long.id });
    expect(refused).toMatchObject({ status: "failed", outcome: { errorCode: "too_large", data: { bytes: 94_001, limit: 64_000 } } });
    expect(refused.outcome?.message).toMatch(/offset 0/);
    const first = await calling({ action: "read", id: long.id, offset: 0 });
    expect(first.outcome).toMatchObject({ ok: true, truncated: true, cursor: 50_000 });
    const second = await calling({ action: "read", id: long.id, offset: Number(first.outcome?.cursor) });
    const parts = [first, second].map(dataOf<{ text: string; sha256: string; truncated: boolean }>);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(parts.map((part) => part.truncated)).toEqual([true, true]);
    expect(parts[1]?.sha256).toBe(createHash("sha256").update(text).digest("hex"));
    expect(await calling({ action: "read", id: long.id, offset: 62_002 })).toMatchObject({ outcome: { errorCode: "offset_past_end" } });
  });

  it("writes nothing behind the end of its call: what waited for another writer when Stop came is taken back", async () => {
    const { member } = scene.ours;
    const { id, version } = await made("One.");
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = () =>
      member.ctx.db.sql(async (sql) => {
        await sql`select 1 from documents where id = ${id} for update`;
        locked.resolve();
        await done.promise;
      });
    const other = lock();
    await locked.promise;
    const call = { tool: "document", args: { action: "update", id, text: "Late.", expectedVersion: version } };
    const { runId, driven } = await startRun(member, [{ calls: [call] }, { text: "Done." }]);
    await vi.waitFor(async () => expect((await getRun(member.ctx, { runId })).toolCalls).toMatchObject([{ status: "executing" }]));
    await cancelRun(member.ctx, { runId });
    await driven;
    done.resolve();
    await other;
    // Rows are given in the order in which they were asked for: whoever waited has had its turn then.
    await lock();
    expect((await getRun(member.ctx, { runId })).toolCalls).toMatchObject([{ status: "cancelled" }]);
    expect(await getDocument(member.ctx, id)).toMatchObject({ text: "One.", number: 1 });
  });

  it("writes only over the version that was read: the second of two gets the conflict, and nothing is tried again", async () => {
    const { id, version } = await made("One.");
    const { version: current } = await updateDocument(scene.ours.approver.ctx, { id, expectedVersion: version, text: "A person's." });
    const call = await calling({ action: "update", id, text: "An agent's.", expectedVersion: version });
    expect(call).toMatchObject({
      status: "failed",
      outcome: { executed: true, errorCode: "version_conflict", retryable: false, data: { expected: version, current } },
    });
    expect(await getDocument(scene.ours.member.ctx, id)).toMatchObject({ text: "A person's.", number: 2 });
    const again = await calling({ action: "update", id, text: "An agent's.", expectedVersion: current });
    expect(again).toMatchObject({ status: "succeeded", outcome: { data: { previousVersion: current, number: 3 } } });
  });

  it("shows people who are asked which document would be changed, and from what, while it is the one that was read", async () => {
    const { owner, member, approver } = await createSceneOrganization();
    await putPolicy(owner.ctx, { preset: "cautious", rules: PRESET_RULES.cautious });
    const { id, version } = await createDocument(member.ctx, { title: "Plan", text: "One." });
    const args = { action: "update", id, text: "Two.", expectedVersion: version };
    const { approvals } = await parkCalls(member, [{ tool: "document", args }]);
    const preview = () => previewCall(approver.ctx, { ...approvals[0], editedInput: null });
    expect(await preview()).toEqual({ kind: "document", document: { title: "Plan", text: "One.", isAsAsked: true } });
    await updateDocument(approver.ctx, { id, expectedVersion: version, text: "Other." });
    expect(await preview()).toEqual({ kind: "document", document: { title: "Plan", text: "Other.", isAsAsked: false } });
  });

  it("lists and searches", async () => {
    const { member } = await createSceneOrganization();
    for (let index = 0; index < 21; index += 1) await createDocument(member.ctx, { title: `Note ${index}`, text: "n" });
    await createDocument(member.ctx, { title: "Budget", text: "Money." });
    expect(await calling({ action: "list", query: "money" }, member)).toMatchObject({
      outcome: { truncated: false, data: { total: 1, items: [{ title: "Budget" }] } },
    });
    const first = await calling({ action: "list" }, member);
    expect(first.outcome).toMatchObject({ truncated: true, data: { total: 22 } });
    const rest = await calling({ action: "list", cursor: first.outcome?.cursor }, member);
    expect(dataOf<{ items: unknown[] }>(rest).items).toHaveLength(2);
    expect(await calling({ action: "list", cursor: "made-up" }, member)).toMatchObject({ outcome: { errorCode: "invalid_request" } });
  });

  it("says of a document of another organization what it says of one that never was", async () => {
    const theirs = await createDocument(scene.theirs.member.ctx, { title: "Plan", text: "Theirs." });
    for (const action of ["read", "update"]) {
      const rest = action === "update" ? { text: "x", expectedVersion: theirs.version } : {};
      const [foreign, nobody] = [await calling({ action, id: theirs.id, ...rest }), await calling({ action, id: newId(), ...rest })];
      expect(foreign).toMatchObject({ status: "failed", outcome: { errorCode: "not_found" } });
      expect({ ...foreign.outcome, durationMs: 0 }).toEqual({ ...nobody.outcome, durationMs: 0 });
    }
  });

  it.each([
    ["a path in place of an id", { action: "read", id: "notes/plan.md" }, /not the id of a document/],
    ["a path that leaves the workspace", { action: "read", id: "../../etc/passwd" }, /not the id of a document/],
    ["an id that is a number", { action: "read", id: 42 }, /id/],
    ["no id", { action: "read" }, /id: needed/],
    ["an id for a new document", { action: "create", id: newId(), title: "x", text: "x" }, /id: for read and update/],
    ["a document without a title", { action: "create", text: "x" }, /title/],
    ["a title in which there is nothing to see", { action: "create", title: " \u200b", text: "x" }, /title/],
    ["a document without a text", { action: "create", title: "x" }, /text: needed/],
    ["an update without the version that was read", { action: "update", id: newId(), text: "x" }, /expectedVersion: needed/],
    ["an update that changes nothing", { action: "update", id: newId(), expectedVersion: "0" }, /changes one of the two/],
    ["an argument that there is not", { action: "read", id: newId(), path: "x" }, /path/],
  ])("refuses %s before anything happens", async (_, args, message) => {
    const call = await calling(args);
    expect(call).toMatchObject({ status: "refused", kind: "invalid_call", outcome: { executed: false, errorCode: "invalid_arguments" } });
    expect(call.reason).toMatch(message);
  });

  it("is no twin of a file tool that was denied: a deny of what writes refuses every writer and every sender", async () => {
    const { owner, member } = await createSceneOrganization();
    await putPolicy(owner.ctx, {
      preset: "balanced",
      rules: [...PRESET_RULES.balanced, { id: "no-writing", effect: "deny", effectClass: "write", reason: "Nothing is written here." }],
    });
    const calls = [
      { tool: "file_system", args: { action: "write", path: "a.txt", content: "x" } },
      { tool: "document", args: { action: "create", title: "x", text: "x" } },
      { tool: "document", args: { action: "update", id: newId(), text: "x", expectedVersion: "0".repeat(64) } },
      { tool: "draft", args: { action: "create", destination: "x", text: "x" } },
      { tool: "send_draft", args: { draftId: newId(), version: "0".repeat(64) } },
    ];
    const run = await completeRun(member, [{ calls }, { text: "Done." }]);
    for (const call of run.toolCalls) expect(call).toMatchObject({ status: "refused", kind: "gate_denied", ruleId: "no-writing" });
    expect(run.toolCalls).toHaveLength(calls.length);
    expect(await calling({ action: "list" }, member)).toMatchObject({ status: "succeeded" });
  });
});

/** What a call that was executed answered. */
function dataOf<T>({ outcome }: { outcome: ToolOutcome | null }): T {
  if (!outcome) throw new Error("no outcome");
  return outcome.data as T;
}
