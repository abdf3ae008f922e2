import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as decisionRoute } from "#app/api/approvals/[id]/decision/route.ts";
import { GET as approvalRoute } from "#app/api/approvals/[id]/route.ts";
import { digestOf } from "#lib/gate/digest.ts";
import { workspaceOf } from "#lib/gate/index.ts";
import type { ApprovalId, RunId } from "#lib/ids.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { decide, executionsOf, newMark, parkCalls, requireOfCommands } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createSceneOrganization, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { startWorkerProcess } from "#lib/testing/worker-process.ts";
import { getApproval } from "./get-approval.ts";

let model: ModelServer;
let organization: SceneOrganization;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  organization = await createSceneOrganization();
});
afterAll(() => model.close());

/** A folder of the workspace with a script that leaves a mark when it runs, and one that leaves another. */
async function scripts() {
  const workspace = await workspaceOf(organization.id);
  const mark = newMark();
  const folder = path.join(workspace, mark);
  mkdirSync(path.join(folder, "sub"), { recursive: true });
  const script = (extra = "") => `echo ran >> ${path.posix.join("/workspace", `${mark}.count`)}\n${extra}`;
  writeFileSync(path.join(folder, "a.sh"), script(), { mode: 0o755 });
  return { mark, folder, script, write: (name: string, text: string) => writeFileSync(path.join(folder, name), text, { mode: 0o755 }) };
}

async function park(command: string) {
  const { run, approvals } = await parkCalls(organization.member, [{ tool: "shell", args: { command } }]);
  return { run, approval: approvals[0] };
}

const callOf = async (runId: RunId) => (await getRun(organization.member.ctx, { runId })).toolCalls[0];

const look = async (person: SceneMember, id: string) => (await callRoute(approvalRoute, { params: { id }, apiKey: person.apiKey })).body;

function post(person: SceneMember, approval: { id: string; inputDigest: string }, body: object = {}) {
  const decision = { decision: "approve", inputDigest: approval.inputDigest, ...body };
  return callRoute(decisionRoute, { method: "POST", params: { id: approval.id }, body: decision, apiKey: person.apiKey });
}

describe("an approval of a command is one of what it runs", () => {
  it.each<[string, (mark: string) => string]>([
    ["bash a.sh", (mark) => `bash ${mark}/a.sh`],
    ["./a.sh", (mark) => `./${mark}/a.sh`],
    ["sub/../a.sh", (mark) => `${mark}/sub/../a.sh`],
    ["a quoted name", (mark) => `sh "${mark}"/'a.sh'`],
    ["the name in the sandbox", (mark) => `sh /workspace/${mark}/a.sh`],
    ["a folder that it goes to", (mark) => `cd ${mark} && ./a.sh`],
    ["behind other commands", (mark) => `env A=1 timeout 20 sh ${mark}/a.sh`],
    ["as the input of a shell", (mark) => `sh < ${mark}/a.sh`],
    ["inside another shell text", (mark) => `sh -c '. ./${mark}/a.sh'`],
  ])("and it runs when nothing changed, and not when the file did: %s", async (_, commandOf) => {
    const { mark, write, script } = await scripts();
    const [same, other] = [await park(commandOf(mark)), await park(commandOf(mark))];
    for (const { approval } of [same, other]) await decide(organization.approver, approval, "approve");
    await driveGranted(organization.member, same.run.id);
    expect(await callOf(same.run.id)).toMatchObject({ status: "succeeded" });
    expect(await executionsOf(organization.id, mark)).toBe(1);
    write("a.sh", script("echo and more"));
    await driveGranted(organization.member, other.run.id);
    expect(await callOf(other.run.id)).toMatchObject({
      status: "refused",
      kind: "approval_unavailable",
      outcome: { executed: false, errorCode: "content_changed" },
      reason: expect.stringMatching(
        /a\.sh" was changed after this was asked, so what was approved is not what would run now\. Nothing was run\./,
      ),
    });
    expect(await executionsOf(organization.id, mark)).toBe(1);
  });

  it.each<[string, string, (folder: string) => void, string]>([
    ["is removed", "a.sh", (folder) => rmSync(path.join(folder, "a.sh")), "removed"],
    ["is made where there was none", "new.sh", (folder) => writeFileSync(path.join(folder, "new.sh"), "echo ran"), "made"],
    [
      "becomes a link to another",
      "a.sh",
      (folder) => {
        writeFileSync(path.join(folder, "b.sh"), "echo b");
        rmSync(path.join(folder, "a.sh"));
        symlinkSync("b.sh", path.join(folder, "a.sh"));
      },
      "changed",
    ],
    [
      "becomes a folder",
      "a.sh",
      (folder) => {
        renameSync(path.join(folder, "a.sh"), path.join(folder, "old.sh"));
        mkdirSync(path.join(folder, "a.sh"));
      },
      "changed",
    ],
    ["grows beyond what is read", "a.sh", (folder) => truncateSync(path.join(folder, "a.sh"), 11 * 1024 * 1024), "changed"],
  ])("and of a file that %s it is none", async (_, name, change, became) => {
    const { mark, folder } = await scripts();
    const { run, approval } = await park(`sh ${mark}/${name}`);
    await decide(organization.approver, approval, "approve");
    change(folder);
    await driveGranted(organization.member, run.id);
    expect(await callOf(run.id)).toMatchObject({
      status: "refused",
      reason: expect.stringContaining(`${mark}/${name}" was ${became} after`),
    });
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it("and not of where a link leads by then", async () => {
    const { mark, folder, write, script } = await scripts();
    write("b.sh", script());
    symlinkSync("a.sh", path.join(folder, "link.sh"));
    const { run, approval } = await park(`sh ${mark}/link.sh`);
    expect(approval.files).toMatchObject([{ name: `${mark}/link.sh`, path: `${mark}/a.sh` }]);
    await decide(organization.approver, approval, "approve");
    rmSync(path.join(folder, "link.sh"));
    symlinkSync("b.sh", path.join(folder, "link.sh"));
    await driveGranted(organization.member, run.id);
    expect(await callOf(run.id)).toMatchObject({ status: "refused", outcome: { errorCode: "content_changed" } });
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it("whatever the order: a change before the decision counts, too, and one that was taken back does not", async () => {
    const { mark, write, script } = await scripts();
    const [changed, restored] = [await park(`sh ${mark}/a.sh`), await park(`sh ${mark}/a.sh`)];
    write("a.sh", script("echo and more"));
    await decide(organization.approver, changed.approval, "approve");
    await driveGranted(organization.member, changed.run.id);
    expect(await callOf(changed.run.id)).toMatchObject({ status: "refused" });
    await decide(organization.approver, restored.approval, "approve");
    write("a.sh", script());
    await driveGranted(organization.member, restored.run.id);
    expect(await callOf(restored.run.id)).toMatchObject({ status: "succeeded" });
    expect(await executionsOf(organization.id, mark)).toBe(1);
  });

  it("also for a process that was not there when people were asked, and drives the run on from its rows", async () => {
    const { mark, folder, write } = await scripts();
    for (const name of ["same.sh", "other.sh"]) write(name, `echo ran >> ${mark}.count\n`);
    const [same, other] = [await park(`sh ${mark}/same.sh`), await park(`sh ${mark}/other.sh`)];
    for (const { approval } of [same, other]) await decide(organization.approver, approval, "approve");
    writeFileSync(path.join(folder, "other.sh"), `echo ran >> ${mark}.count\necho more`);
    // As when the process that was to drive them is gone.
    await organization.owner.ctx.db.sql(
      (sql) => sql`update runs set lease_until = now() - interval '1 second' where id in (${same.run.id}, ${other.run.id})`,
    );
    const worker = await startWorkerProcess(model);
    try {
      await vi.waitFor(
        async () => expect([(await callOf(same.run.id))?.status, (await callOf(other.run.id))?.status]).toEqual(["succeeded", "refused"]),
        20_000,
      );
    } finally {
      await worker.kill();
    }
    expect(await callOf(other.run.id)).toMatchObject({ outcome: { executed: false, errorCode: "content_changed" } });
    expect(await executionsOf(organization.id, mark)).toBe(1);
  }, 60_000);

  it("so that the agent asks again, people see the new content, and it runs", async () => {
    const { mark, write, script } = await scripts();
    const command = `sh ${mark}/a.sh`;
    const call = { tool: "shell", args: { command } };
    const { run, approvals, chatId } = await parkCalls(organization.member, [call], { afterwards: [{ calls: [call] }, { text: "Done." }] });
    await decide(organization.approver, approvals[0], "approve");
    write("a.sh", script("echo changed"));
    await driveGranted(organization.member, run.id);
    const told = JSON.stringify(model.requests(mark).at(-1)?.body ?? {});
    expect(told).toContain("REFUSED [approval_unavailable]");
    expect(told).toContain("Ask again: people are then shown what it holds now.");
    const [first, second] = (await getRun(organization.member.ctx, { runId: run.id })).toolCalls;
    expect([first?.status, second?.status]).toEqual(["refused", "awaiting-approval"]);
    const again = await getApproval(organization.approver.ctx, { approvalId: second?.approvalId as ApprovalId });
    expect([again.chatId, again.id === approvals[0].id, again.inputDigest === approvals[0].inputDigest]).toEqual([chatId, false, false]);
    expect((await look(organization.approver, again.id)).preview.files).toMatchObject([{ text: script("echo changed") }]);
    await decide(organization.approver, again, "approve");
    await driveGranted(organization.member, run.id);
    expect(await executionsOf(organization.id, mark)).toBe(1);
    // The approval that was not used stands in the record, and counts for nothing any more.
    const uses = await organization.owner.ctx.db.sql(
      (sql) => sql`select status, used_at is not null as used from approvals where id in (${approvals[0].id}, ${again.id}) order by id`,
    );
    expect([...uses]).toEqual([
      { status: "approved", used: false },
      { status: "approved", used: true },
    ]);
  });

  it("and of nothing else: its row cannot be given other files", async () => {
    const { mark, write, script } = await scripts();
    const { run, approval } = await park(`sh ${mark}/a.sh`);
    await decide(organization.approver, approval, "approve");
    write("a.sh", script("echo and more"));
    const forged = await park(`sh ${mark}/a.sh`);
    await organization.owner.ctx.db.sql(
      (sql) => sql`update approvals set files = (select files from approvals where id = ${forged.approval.id}) where id = ${approval.id}`,
    );
    await driveGranted(organization.member, run.id);
    expect(await callOf(run.id)).toMatchObject({
      status: "refused",
      kind: "approval_unavailable",
      outcome: { errorCode: "approval_unavailable" },
    });
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it("which one of an earlier version was not: it is asked again", async () => {
    const { mark } = await scripts();
    const { run, approval } = await park(`sh ${mark}/a.sh`);
    const { db, tenantId, userId } = organization.member.ctx;
    const old = digestOf({ tenantId, tool: "shell", toolVersion: 1, input: approval.input, actorId: userId, policyVersion: 1 });
    await db.sql((sql) => sql`update approvals set files = null, input_digest = ${old} where id = ${approval.id}`);
    await decide(organization.approver, { id: approval.id, inputDigest: old }, "approve");
    await driveGranted(organization.member, run.id);
    expect(await callOf(run.id)).toMatchObject({ status: "refused", reason: expect.stringContaining("was not looked at") });
    expect(await executionsOf(organization.id, mark)).toBe(0);
  });

  it("but the command that runs no file has no files, and the digest that it had", async () => {
    const { approval } = await park("echo hello");
    const { tenantId, userId } = organization.member.ctx;
    const subject = { tenantId, tool: "shell", toolVersion: 1, input: approval.input, actorId: userId, policyVersion: 1 };
    expect([approval.files, approval.inputDigest]).toEqual([null, digestOf(subject)]);
  });
});

describe("what the card shows of them", () => {
  it("is the name, the size and the text that is bound", async () => {
    const { mark, folder, script } = await scripts();
    const { approval } = await park(`sh ${mark}/a.sh; sh ${mark}/none.sh`);
    const { files, preview } = await look(organization.approver, approval.id);
    const text = readFileSync(path.join(folder, "a.sh"), "utf8");
    expect(text).toBe(script());
    expect(files).toMatchObject([
      { name: `${mark}/a.sh`, state: "file", bytes: text.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { name: `${mark}/none.sh`, state: "missing", sha256: null },
    ]);
    expect(preview.files).toEqual([
      { name: `${mark}/a.sh`, path: null, bytes: text.length, text, note: null },
      { name: `${mark}/none.sh`, path: null, bytes: null, text: null, note: expect.stringContaining("There is no such file") },
    ]);
  });

  it("is no text that is not bound, but that it changed", async () => {
    const { mark, write } = await scripts();
    const { approval } = await park(`sh ${mark}/a.sh`);
    write("a.sh", "echo other");
    expect((await look(organization.approver, approval.id)).preview.files).toMatchObject([
      { text: null, note: expect.stringContaining("It changed since this was asked") },
    ]);
  });

  it("is what cannot be shown, and what is not bound, in words", async () => {
    const { mark, folder, write } = await scripts();
    write("binary", "\xff\xfe\0".repeat(10));
    writeFileSync(path.join(folder, "binary"), Buffer.from([0xff, 0xfe, 0]));
    write("long.sh", "#".repeat(300_000));
    write("huge.sh", "");
    truncateSync(path.join(folder, "huge.sh"), 20 * 1024 * 1024);
    symlinkSync("/usr/bin/env", path.join(folder, "program"));
    const names = ["binary", "long.sh", "huge.sh", "sub", "program"];
    const { approval } = await park(`${names.map((name) => `./${mark}/${name}`).join("; ")}; sh "$X"`);
    const { preview } = await look(organization.approver, approval.id);
    expect(preview.files.map(({ text, note }: { text: string | null; note: string }) => [text, note.split(".")[0]])).toEqual([
      [null, "This is no text"],
      [null, "Too long to be shown here"],
      [null, "Too large to be read"],
      [null, "This is no regular file, such as a folder"],
      [null, "It leads out of the workspace, to /usr/bin/env"],
    ]);
    expect(preview.unbound).toBe("a file that it runs is named at run time");
  });
});

describe("changed arguments", () => {
  it("bind what the changed command runs, as it stands then", async () => {
    const { mark, write, script } = await scripts();
    write("b.sh", script());
    const asked = [await park("ls"), await park("ls")];
    const input = { command: `sh ${mark}/b.sh` };
    for (const { approval } of asked) {
      expect(await post(organization.approver, approval, { input })).toMatchObject({
        status: 200,
        body: { editedInput: input, files: [{ name: `${mark}/b.sh`, state: "file" }] },
      });
    }
    const [same, other] = asked.map(({ run }) => run.id) as [RunId, RunId];
    await driveGranted(organization.member, same);
    write("b.sh", script("echo and more"));
    await driveGranted(organization.member, other);
    expect([(await callOf(same))?.status, (await callOf(other))?.status]).toEqual(["succeeded", "refused"]);
    expect(await executionsOf(organization.id, mark)).toBe(1);
  });

  it("let go of what only the command before ran", async () => {
    const { mark } = await scripts();
    const { approval, run } = await park(`sh ${mark}/a.sh`);
    expect(await post(organization.approver, approval, { input: { command: "echo nothing" } })).toMatchObject({
      status: 200,
      body: { files: null },
    });
    await driveGranted(organization.member, run.id);
    expect(await callOf(run.id)).toMatchObject({ status: "succeeded" });
  });

  it("do not agree to another content of a file that was shown", async () => {
    const { mark, write } = await scripts();
    const { approval } = await park(`sh ${mark}/a.sh`);
    write("a.sh", "echo other");
    const answer = await post(organization.approver, approval, { input: { command: `sh ${mark}/a.sh --fast` } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining(`${mark}/a.sh" was changed after`) },
    });
    expect(await getApproval(organization.owner.ctx, { approvalId: approval.id })).toMatchObject({ status: "pending", editedInput: null });
  });

  it("are another question for the others, with its files", async () => {
    const several = await createSceneOrganization();
    await requireOfCommands(several, { approvals: 2 });
    const workspace = await workspaceOf(several.id);
    writeFileSync(path.join(workspace, "b.sh"), "echo ran >> several.count");
    const { run, approvals } = await parkCalls(several.member, [{ tool: "shell", args: { command: "ls" } }]);
    const edited = await post(several.approver, approvals[0], { input: { command: "sh b.sh" } });
    expect(edited).toMatchObject({ status: 200, body: { status: "pending", files: [{ name: "b.sh" }] } });
    expect((await look(several.admin, approvals[0].id)).preview.files).toMatchObject([{ name: "b.sh", text: "echo ran >> several.count" }]);
    await decide(several.admin, edited.body, "approve");
    await driveGranted(several.member, run.id);
    expect(await executionsOf(several.id, "several")).toBe(1);
  });
});
