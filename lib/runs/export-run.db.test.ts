import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "#app/api/runs/[id]/export/route.ts";
import { sealEntries } from "#lib/audit/seal-entries.ts";
import { newId, type RunId } from "#lib/ids.ts";
import { decide, parkCommand } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
let scene: Scene;
beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const exported = ({ apiKey }: SceneMember, id: RunId) => callRoute(GET, { params: { id }, apiKey });

describe("a run as a file", () => {
  it("holds the run with its calls, what was said, who decided and why, and the log of it with its seals", async () => {
    const { member, approver, owner } = scene.ours;
    const { approval, run } = await parkCommand(member, { afterwards: [{ text: "It is done." }] });
    await decide(approver, approval, "approve", "Looks right.");
    await driveGranted(member, run.id);
    await sealEntries(scene.ours.id);
    const { status, headers, body } = await exported(owner, run.id);
    expect([status, headers.get("content-disposition")]).toEqual([200, `attachment; filename="run-${run.id}.json"`]);
    expect(body).toMatchObject({
      format: "countersign-run-1",
      run: { id: run.id, status: "succeeded", toolCalls: [{ tool: "shell", status: "succeeded", approvalId: approval.id }] },
      messages: [
        { role: "user", authorName: "The member" },
        { role: "assistant", authorName: null },
      ],
      approvals: [{ id: approval.id, status: "approved", decidedByName: "The approver", decisionReason: "Looks right." }],
    });
    expect(JSON.stringify(body.messages[1].parts)).toContain("It is done.");
    const actions = body.audit.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["approval-approved", "tool-call-succeeded"]));
    for (const entry of body.audit)
      expect(entry.seal).toEqual({ position: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it("holds no secret, however deep it stands, by its name or by its form", async () => {
    const { member, owner } = scene.ours;
    const key = `sk-${"k".repeat(24)}`;
    const deep = { a: { b: { c: { d: { e: { f: { g: { password: "hunter-2", note: `use ${key}` } } } } } } } };
    const env = "DB_PASSWORD=swordfish-9 GREETING=hello";
    const args = {
      action: "write",
      path: "deep.json",
      content: JSON.stringify({ env, header: "Authorization: Bearer abcdefgh12345678", url: "https://me:pa55word@example.com/" }),
    };
    const run = await completeRun(member, [
      {
        text: `The key is ${key}.`,
        calls: [
          { tool: "file_system", args },
          { tool: "nothing_like_it", args: deep },
        ],
      },
      { text: "Done." },
    ]);
    const { body } = await exported(owner, run.id);
    const text = JSON.stringify(body);
    for (const secret of [key, "abcdefgh12345678", "pa55word", "hunter-2", "swordfish-9"]) expect(text).not.toContain(secret);
    expect(text).toContain("DB_PASSWORD=[redacted] GREETING=hello");
    expect(body.run.toolCalls[1].input.a.b.c.d.e.f.g).toEqual({ password: "[redacted]", note: "use sk-[redacted]" });
  });

  it("shows the log to those alone who may read it, and another's private run to nobody", async () => {
    const { member, auditor, owner } = scene.ours;
    const run = await completeRun(member, [{ text: "Hello." }]);
    expect((await exported(member, run.id)).body.audit).toBeNull();
    expect((await exported(auditor, run.id)).body.audit).toEqual(expect.any(Array));
    const never = await exported(scene.theirs.owner, newId<RunId>());
    const theirs = await exported(scene.theirs.owner, run.id);
    expect([theirs.status, theirs.body]).toEqual([404, never.body]);
    await member.ctx.db.sql((sql) => sql`update chats set visibility = 'private' where id = ${run.chatId}`);
    expect((await exported(owner, run.id)).status).toBe(404);
    expect((await exported(member, run.id)).status).toBe(200);
  });
});
