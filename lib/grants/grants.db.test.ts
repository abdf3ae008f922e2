import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as decisionRoute } from "#app/api/approvals/[id]/decision/route.ts";
import { GET as approvalRoute } from "#app/api/approvals/[id]/route.ts";
import { DELETE as revokeRoute } from "#app/api/grants/[id]/route.ts";
import { POST as previewRoute } from "#app/api/grants/preview/route.ts";
import { GET as listRoute, POST as makeRoute } from "#app/api/grants/route.ts";
import { runAgent } from "#lib/agent/run-agent.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { workspaceOf } from "#lib/gate/index.ts";
import { newId } from "#lib/ids.ts";
import { changeRole } from "#lib/members/change-role.ts";
import { removeMember } from "#lib/members/remove-member.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { updateSchedule } from "#lib/schedules/update-schedule.ts";
import { executionsOf, newMark, parkCalls, parkCommand, requireOfCommands } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, createSceneOrganization, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());

const command = (text: string) => ({ tool: "shell", args: { command: text } });
const beginsWith = (value: string) => [{ pointer: "/command", op: "starts-with", value }];

const make = (person: SceneMember, body: unknown) =>
  callRoute(makeRoute, { method: "POST", path: "/api/grants", body, apiKey: person.apiKey });
const list = (person: SceneMember, query = "") => callRoute(listRoute, { path: `/api/grants${query}`, apiKey: person.apiKey });
const revoke = (person: SceneMember, id: string) => callRoute(revokeRoute, { method: "DELETE", params: { id }, apiKey: person.apiKey });
const decide = (person: SceneMember, approval: { id: string; inputDigest: string }, body: object) =>
  callRoute(decisionRoute, {
    method: "POST",
    params: { id: approval.id },
    body: { decision: "approve", inputDigest: approval.inputDigest, ...body },
    apiKey: person.apiKey,
  });

/** What became of the calls that a member's model makes, one a message. */
async function statuses(member: SceneMember, ...texts: string[]): Promise<string[]> {
  const run = await completeRun(member, [...texts.map((text) => ({ calls: [command(text)] })), { text: "Done." }]);
  return run.toolCalls.map(({ status }) => status);
}

async function organizationWith(terms: object): Promise<SceneOrganization & { grantId: string }> {
  const organization = await createSceneOrganization();
  const made = await make(organization.approver, { tool: "shell", scope: "pattern", pins: beginsWith("echo "), ...terms });
  expect(made.status).toBe(201);
  return { ...organization, grantId: made.body.id };
}

describe("a standing approval made on a card", () => {
  it("lets through the same call of the same person without asking again, and the call says why", async () => {
    const { ours } = await createScene();
    const { approval, run, mark } = await parkCommand(ours.member);
    expect((await decide(ours.approver, approval, { grant: { scope: "exact" } })).status).toBe(200);
    await driveGranted(ours.member, run.id);
    const text = `echo ran >> ${mark}.count`;
    const again = await completeRun(ours.member, [{ calls: [command(text)] }, { text: "Done." }]);
    expect(again.toolCalls[0]).toMatchObject({
      status: "succeeded",
      approvalId: null,
      reason: "The approver approved calls like this beforehand.",
    });
    expect(await executionsOf(ours.id, mark)).toBe(2);
    expect(await statuses(ours.member, `${text} `)).toEqual(["awaiting-approval"]);
    expect(await statuses(ours.admin, text)).toEqual(["awaiting-approval"]);
    const { body } = await list(ours.approver);
    expect(body.items).toMatchObject([{ scope: "exact", uses: 1, userId: ours.member.userId, approvalId: approval.id, status: "active" }]);
    expect(again.toolCalls[0]?.ruleId).toBe(`grant/${body.items[0].id}`);
    // Nothing was said of its end, so it has one.
    expect(Date.parse(body.items[0].until) - Date.now()).toBeLessThan(24 * 3_600_000 + 1);
  });

  it("covers what the decider changed the call to", async () => {
    const { ours } = await createScene();
    const { approval, run } = await parkCommand(ours.member);
    await decide(ours.approver, approval, { input: { command: "echo changed" }, grant: { scope: "exact", until: null } });
    await driveGranted(ours.member, run.id);
    expect(await statuses(ours.member, "echo changed")).toEqual(["succeeded"]);
    expect((await list(ours.approver)).body.items[0]).toMatchObject({ input: { command: "echo changed" }, until: null });
  });

  it("may hold in that chat alone", async () => {
    const { ours } = await createScene();
    const { approvals, run, chatId } = await parkCalls(ours.member, [command("echo first")]);
    await decide(ours.approver, approvals[0], { grant: { scope: "pattern", pins: beginsWith("echo "), chatOnly: true } });
    await driveGranted(ours.member, run.id);
    const here = await completeRun(ours.member, [{ calls: [command("echo here")] }, { text: "Done." }], { chatId });
    expect(here.toolCalls[0]?.status).toBe("succeeded");
    expect(await statuses(ours.member, "echo there")).toEqual(["awaiting-approval"]);
  });

  it.each<[string, object]>([
    ["pins that the call on the card is outside of", { scope: "pattern", pins: beginsWith("npm ") }],
    ["a pattern without pins", { scope: "pattern" }],
    ["an exact one with pins", { scope: "exact", pins: beginsWith("echo ") }],
    ["a pin that could only leave out", { scope: "pattern", pins: [{ pointer: "/command", op: "not-starts-with", value: "x" }] }],
    ["a pin on everything", { scope: "pattern", pins: [{ pointer: "", op: "starts-with", value: "e" }] }],
    ["an empty beginning", { scope: "pattern", pins: beginsWith("") }],
    ["a host that there cannot be", { scope: "pattern", pins: [{ pointer: "/command", op: "host-is", value: "*.example.com" }] }],
    ["a pointer that there cannot be", { scope: "pattern", pins: [{ pointer: "/~2", op: "equals", value: "x" }] }],
    ["a pin that only says what is left out", { scope: "pattern", pins: [{ pointer: "/timeoutMs", op: "absent" }] }],
    [
      "a value for what is left out",
      { scope: "pattern", pins: [...beginsWith("echo "), { pointer: "/timeoutMs", op: "absent", value: "x" }] },
    ],
    ["an end that is past", { scope: "exact", until: "2026-01-01T00:00:00Z" }],
    ["no use at all", { scope: "exact", uses: 0 }],
    ["a scope that there is not", { scope: "always" }],
  ])("is refused with %s, and the request still waits", async (_, grant) => {
    const { ours } = await createScene();
    const { approval } = await parkCommand(ours.member);
    expect((await decide(ours.approver, approval, { grant })).body).toMatchObject({ status: 400, code: "invalid_request" });
    const { items } = await listApprovals(ours.approver.ctx, { status: "pending", limit: 50 });
    expect(items.map(({ id }) => id)).toEqual([approval.id]);
    expect((await list(ours.approver)).body.total).toBe(0);
  });

  it("says of an end that is past where it stands in the decision", async () => {
    const { ours } = await createScene();
    const { approval } = await parkCommand(ours.member);
    const refused = await decide(ours.approver, approval, { grant: { scope: "exact", until: "2026-01-01T00:00:00Z" } });
    expect(refused.body.issues).toEqual([{ path: "grant.until", message: "This time is past." }]);
  });

  it("is seen and taken back by a member whom a rule lets decide, and who made it", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { roles: ["member", "owner"] });
    const { approval } = await parkCommand(organization.owner);
    expect((await decide(organization.member, approval, { grant: { scope: "exact" } })).status).toBe(200);
    const { items } = (await list(organization.member)).body;
    expect(items).toMatchObject([{ createdBy: organization.member.userId, userId: organization.owner.userId }]);
    expect((await revoke(organization.member, items[0].id)).status).toBe(204);
  });

  it("is not offered where several people must agree, nor made by a no", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 2 });
    const { approval } = await parkCommand(organization.member);
    const shown = await callRoute(approvalRoute, { params: { id: approval.id }, apiKey: organization.approver.apiKey });
    expect(shown.body.grantScopes).toEqual([]);
    expect((await decide(organization.approver, approval, { grant: { scope: "exact" } })).status).toBe(400);
    expect((await decide(organization.approver, approval, { decision: "deny", grant: { scope: "exact" } })).status).toBe(400);
  });

  it("is made once by one decision, whoever else decides at the same time", async () => {
    const { ours } = await createScene();
    const { approval } = await parkCommand(ours.member);
    const people = [ours.owner, ours.admin, ours.approver, ours.approver];
    const answers = await Promise.all(people.map((person) => decide(person, approval, { grant: { scope: "exact" } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await list(ours.owner)).body.total).toBe(1);
  });
});

/** A schedule whose runs make one call, and what fires it. */
async function scheduleOf({ id, admin }: SceneOrganization, text: string) {
  const prompt = `Do it.\n#script ${JSON.stringify([{ calls: [command(text)] }, { text: "Done." }])}`;
  const schedule = await createSchedule(admin.ctx, { prompt, name: "Nightly", cron: "0 3 * * *", missed: "once", overlap: "skip" });
  const fire = async () => {
    const { runId } = await runScheduleNow(admin.ctx, { id: schedule.id });
    const claimed = await claimRun(id, runId);
    if (!claimed) throw new Error("The run could not be claimed.");
    await runAgent(claimed);
    return getRun(admin.ctx, { runId });
  };
  return { schedule, fire };
}

async function requestOf(person: SceneMember, run: { id: string }) {
  const { items } = await listApprovals(person.ctx, { status: "pending", limit: 50 });
  const approval = items.find(({ runId }) => runId === run.id);
  if (!approval) throw new Error("Nothing waits.");
  return approval;
}

describe("a standing approval of a schedule's call", () => {
  it("is not made on the card of a run that was begun before the schedule was changed", async () => {
    const { ours } = await createScene();
    const { schedule, fire } = await scheduleOf(ours, "echo before");
    const approval = await requestOf(ours.approver, await fire());
    await updateSchedule(ours.admin.ctx, { id: schedule.id, prompt: "Do another thing." });
    const refused = await decide(ours.approver, approval, { grant: { scope: "exact", until: null } });
    expect(refused.body).toMatchObject({ status: 409, code: "conflict", detail: expect.stringContaining("The schedule was changed") });
    expect((await list(ours.approver)).body.total).toBe(0);
    expect((await decide(ours.approver, approval, {})).body).toMatchObject({ status: "approved" });
  });

  it("of what a schedule has become since does not cover a run that began before", async () => {
    const { ours } = await createScene();
    const { schedule, fire } = await scheduleOf(ours, "echo a");
    const script = [{ calls: [command("echo a")] }, { calls: [command("echo b")] }, { text: "Done." }];
    await updateSchedule(ours.admin.ctx, { id: schedule.id, prompt: `Do it.\n#script ${JSON.stringify(script)}` });
    const run = await fire();
    await updateSchedule(ours.admin.ctx, { id: schedule.id, name: "Another" });
    await ours.approver.ctx.db.sql(
      (sql) => sql`
        insert into grants (tenant_id, id, tool, tool_version, input, schedule_id, schedule_version, created_by)
        select tenant_id, gen_random_uuid(), 'shell', 1, '{"command": "echo b"}', id, version, ${ours.approver.userId} from schedules where id = ${schedule.id}`,
    );
    expect((await list(ours.approver)).body.items).toMatchObject([{ status: "active" }]);
    await decide(ours.approver, await requestOf(ours.approver, run), {});
    await driveGranted(ours.admin, run.id);
    const { toolCalls } = await getRun(ours.admin.ctx, { runId: run.id });
    expect(toolCalls.map(({ status }) => status)).toEqual(["succeeded", "awaiting-approval"]);
  });

  it("is for that schedule and that very call, until somebody changes the schedule", async () => {
    const { ours } = await createScene();
    const text = `echo ran >> ${newMark()}.count`;
    const { schedule, fire } = await scheduleOf(ours, text);
    const first = await fire();
    expect(first.status).toBe("awaiting-approval");
    const approval = await requestOf(ours.approver, first);
    expect((await decide(ours.approver, approval, { grant: { scope: "pattern", pins: beginsWith("echo ") } })).status).toBe(400);
    expect((await decide(ours.approver, approval, { grant: { scope: "exact", until: null } })).status).toBe(200);
    await driveGranted(ours.admin, first.id);
    expect((await fire()).toolCalls[0]?.status).toBe("succeeded");
    // Its creator's own chats are another matter.
    expect(await statuses(ours.admin, text)).toEqual(["awaiting-approval"]);
    await updateSchedule(ours.admin.ctx, { id: schedule.id, name: "Nightly, renamed" });
    expect((await fire()).status).toBe("awaiting-approval");
    expect((await list(ours.approver)).body.items[0]).toMatchObject({ status: "changed", scheduleName: "Nightly, renamed" });
  });
});

describe("standing approvals", () => {
  it("do not come back with whoever made them, nor with whom they were for", async () => {
    const organization = await organizationWith({ until: null });
    const { owner, approver, member, admin, grantId } = organization;
    const forMember = await make(admin, { tool: "shell", scope: "exact", input: { command: "ls" }, userId: member.userId, until: null });
    const comeBack = (userId: string) => owner.ctx.db.sql((sql) => sql`update memberships set removed_at = null where user_id = ${userId}`);
    await removeMember(owner.ctx, approver.userId);
    expect((await list(owner, "?status=ended")).body.items).toMatchObject([{ id: grantId, status: "maker-left" }]);
    await comeBack(approver.userId);
    expect(await statuses(member, "echo 1")).toEqual(["awaiting-approval"]);
    await removeMember(owner.ctx, member.userId);
    await comeBack(member.userId);
    expect((await list(owner, "?status=ended")).body.items).toMatchObject([
      { id: forMember.body.id, status: "revoked", revokedByName: "The owner" },
      { id: grantId, status: "revoked" },
    ]);
  });

  it("cover whom they are for, and run out with their uses", async () => {
    const organization = await organizationWith({ uses: 2 });
    expect(await statuses(organization.member, "echo 1", "echo 2", "echo 3")).toEqual(["succeeded", "succeeded", "awaiting-approval"]);
    expect((await list(organization.approver, "?status=ended")).body.items).toMatchObject([{ status: "used-up", uses: 2, maxUses: 2 }]);
  });

  it("are never used more often than they may be, however many runs want them at once", async () => {
    const organization = await organizationWith({ uses: 3 });
    const runs = await Promise.all(Array.from({ length: 8 }, (_, index) => statuses(organization.member, `echo ${index}`)));
    expect(runs.flat().filter((status) => status === "succeeded")).toHaveLength(3);
    expect((await list(organization.approver)).body.items).toMatchObject([{ uses: 3 }]);
  });

  it("end by time", async () => {
    const organization = await organizationWith({ until: new Date(Date.now() + 60_000).toISOString() });
    expect(await statuses(organization.member, "echo 1")).toEqual(["succeeded"]);
    await organization.owner.ctx.db.sql((sql) => sql`update grants set until_at = now() - interval '1 millisecond'`);
    expect(await statuses(organization.member, "echo 2")).toEqual(["awaiting-approval"]);
    expect((await list(organization.approver)).body.items).toMatchObject([{ status: "expired", uses: 1 }]);
  });

  it("taken back hold for no call that has not begun, also in the middle of a message", async () => {
    const organization = await organizationWith({ until: null });
    const slow = completeRun(organization.member, [{ calls: [command("echo 1; sleep 1"), command("echo 2")] }, { text: "Done." }]);
    // `sleep` is no `echo`, so that both would ask; the first pattern covers neither part.
    const asked = await slow;
    expect(asked.toolCalls.map(({ status }) => status)).toEqual(["awaiting-approval", "proposed"]);
    await revoke(organization.approver, organization.grantId);
    const [waiting] = (await listApprovals(organization.approver.ctx, { status: "pending", limit: 50 })).items;
    if (!waiting) throw new Error("Nothing waits.");
    await decide(organization.approver, waiting, {});
    await driveGranted(organization.member, asked.id);
    const { toolCalls } = await getRun(organization.member.ctx, { runId: asked.id });
    expect(toolCalls.map(({ status, kind }) => [status, kind])).toEqual([
      ["succeeded", null],
      ["refused", "approval_unavailable"],
    ]);
    expect(await statuses(organization.member, "echo 3")).toEqual(["awaiting-approval"]);
    expect((await revoke(organization.approver, organization.grantId)).status).toBe(404);
  });

  it("end with the right of who made them", async () => {
    const demoted = await organizationWith({});
    await changeRole(demoted.owner.ctx, demoted.approver.userId, "member");
    expect(await statuses(demoted.member, "echo 1")).toEqual(["awaiting-approval"]);
    const gone = await organizationWith({});
    await removeMember(gone.owner.ctx, gone.approver.userId);
    expect(await statuses(gone.member, "echo 1")).toEqual(["awaiting-approval"]);
    expect((await list(gone.owner)).body.items).toMatchObject([{ status: "maker-left" }]);
  });

  it("let nothing through that is blocked", async () => {
    const organization = await organizationWith({});
    expect(await statuses(organization.member, "echo x; rm -rf /")).toEqual(["refused"]);
  });

  it("are made and taken back by people who decide, and are another organization's never", async () => {
    const { ours, theirs } = await createScene();
    const body = { tool: "SHELL", scope: "exact", input: { command: "echo hi" } };
    for (const person of [ours.member, ours.auditor]) expect((await make(person, body)).status).toBe(403);
    const { id } = (await make(ours.admin, body)).body;
    expect((await make(ours.admin, { ...body, userId: theirs.member.userId })).body).toMatchObject({ status: 400 });
    expect((await list(theirs.owner)).body).toMatchObject({ items: [], total: 0 });
    expect((await revoke(theirs.owner, id)).status).toBe(404);
    expect((await revoke(ours.member, id)).status).toBe(404);
    expect(await statuses(theirs.member, "echo hi")).toEqual(["awaiting-approval"]);
    expect(await statuses(ours.member, "echo hi")).toEqual(["succeeded"]);
    expect((await revoke(ours.owner, id)).status).toBe(204);
    expect((await list(ours.auditor, "?status=ended&tool=Shell")).body.items).toMatchObject([
      { id, status: "revoked", revokedByName: "The owner" },
    ]);
  });

  it("are listed to a member as far as they cover their calls", async () => {
    const { ours } = await createScene();
    await make(ours.admin, { tool: "shell", scope: "exact", input: { command: "a" }, userId: ours.admin.userId });
    await make(ours.admin, { tool: "shell", scope: "exact", input: { command: "b" }, userId: ours.member.userId });
    await make(ours.admin, { tool: "shell", scope: "exact", input: { command: "c" } });
    const { chatId } = await completeRun(ours.admin, [{ text: "Done." }]);
    await ours.admin.ctx.db.sql((sql) => sql`update chats set visibility = 'private' where id = ${chatId}`);
    expect((await make(ours.admin, { tool: "shell", scope: "exact", input: { command: "secret" }, chatId })).status).toBe(201);
    const { body } = await list(ours.member, "?limit=1");
    expect([body.total, body.items[0].input.command]).toEqual([2, "c"]);
    expect((await list(ours.member, `?limit=1&cursor=${body.nextCursor}`)).body).toMatchObject({
      items: [{ input: { command: "b" } }],
      nextCursor: null,
    });
  });

  it.each<[string, object]>([
    ["a tool that there is not", { tool: "nope", scope: "exact", input: {} }],
    ["arguments that do not fit", { tool: "shell", scope: "exact", input: { cmd: "ls" } }],
    ["an exact one without arguments", { tool: "shell", scope: "exact" }],
    ["both kinds at once", { tool: "shell", scope: "pattern", input: { command: "ls" }, pins: beginsWith("ls") }],
    [
      "arguments too long to be read with every step",
      { tool: "file_system", scope: "exact", input: { action: "write", path: "a", content: "x".repeat(24_000) } },
    ],
    ["a key that is none", { tool: "shell", scope: "exact", input: { command: "ls" }, forever: true }],
  ])("are refused with %s", async (_, body) => {
    const { ours } = await createScene();
    expect((await make(ours.admin, body)).body).toMatchObject({ status: 400, code: "invalid_request" });
  });

  it("are a hundred at most", async () => {
    const { ours } = await createScene();
    await ours.admin.ctx.db.sql(
      (sql) => sql`
        insert into grants (tenant_id, id, tool, tool_version, input, created_by)
        select ${ours.id}, gen_random_uuid(), 'shell', 1, '{"command": "x"}', ${ours.admin.userId} from generate_series(1, 100)`,
    );
    const refused = await make(ours.admin, { tool: "shell", scope: "exact", input: { command: "ls" } });
    expect(refused.body).toMatchObject({ status: 409, code: "conflict", limit: 100 });
  });

  it.each([
    ["on an argument that the tool does not have", { pointer: "/comand", op: "starts-with", value: "npm " }, "no argument at /comand"],
    ["on a part of a text", { pointer: "/command/0", op: "equals", value: "n" }, "no argument at /command/0"],
    ["on the beginning of a number", { pointer: "/timeoutMs", op: "starts-with", value: "5" }, "of another type"],
  ])("are refused with a pin that is true of no call: %s", async (_, pin, words) => {
    const { ours } = await createScene();
    const refused = await make(ours.approver, { tool: "shell", scope: "pattern", pins: [...beginsWith("npm "), pin] });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "pins.1", message: expect.stringContaining(words) }] } });
    expect((await list(ours.approver)).body.total).toBe(0);
  });

  it("tell beforehand what they would have answered", async () => {
    const { ours } = await createScene();
    await parkCalls(ours.member, [command("npm test"), command("npm test -- -u"), command("npm test; ls"), command("ls")]);
    const preview = (body: object) =>
      callRoute(previewRoute, { method: "POST", path: "/api/grants/preview", body, apiKey: ours.approver.apiKey });
    expect((await preview({ tool: "shell", pins: beginsWith("npm test") })).body).toMatchObject({ requests: 4, answered: 2 });
    expect((await preview({ tool: "shell", input: { command: "ls" } })).body).toMatchObject({ answered: 1, examples: ["Run: ls"] });
    expect((await preview({ tool: "shell" })).status).toBe(400);
    const ofOne = { tool: "shell", pins: beginsWith("npm test"), userId: ours.admin.userId };
    expect((await preview(ofOne)).body).toMatchObject({ requests: 4, answered: 0 });
    expect((await preview({ ...ofOne, userId: ours.member.userId })).body).toMatchObject({ answered: 2 });
    expect((await preview({ ...ofOne, userId: ours.member.userId, scheduleId: newId() })).body).toMatchObject({ answered: 0 });
  });

  it("are in the audit log: made by whom, of what, and taken back", async () => {
    const organization = await organizationWith({ uses: 1 });
    await revoke(organization.owner, organization.grantId);
    const entries = await organization.owner.ctx.db.sql(
      (sql) => sql<{ action: string; actor: string }[]>`
        select action, actor_id as actor from audit_entries where subject = ${`grant:${organization.grantId}`} order by seq`,
    );
    expect(entries).toEqual([
      { action: "grant-make", actor: organization.approver.userId },
      { action: "grant-revoke", actor: organization.owner.userId },
    ]);
  });
});

describe("a standing approval for exactly one call, which runs a file", () => {
  async function scriptScene() {
    const organization = await createSceneOrganization();
    const workspace = await workspaceOf(organization.id);
    const write = (text: string) => writeFileSync(path.join(workspace, "a.sh"), `echo ran >> a.count\n${text}`, { mode: 0o755 });
    write("");
    return { organization, write };
  }

  it("made on its card covers it while the file holds what the card showed, and else people are asked", async () => {
    const { organization, write } = await scriptScene();
    const { member, approver } = organization;
    const { run, approvals } = await parkCalls(member, [command("sh a.sh")]);
    expect((await decide(approver, approvals[0], { grant: { scope: "exact" } })).status).toBe(200);
    await driveGranted(member, run.id);
    expect(await statuses(member, "sh a.sh")).toEqual(["succeeded"]);
    expect((await list(approver)).body.items).toMatchObject([{ uses: 1, files: [{ name: "a.sh", state: "file" }] }]);
    write("echo more");
    expect(await statuses(member, "sh a.sh")).toEqual(["awaiting-approval"]);
    write("");
    expect(await statuses(member, "sh a.sh")).toEqual(["succeeded"]);
    expect(await executionsOf(organization.id, "a")).toBe(3);
  });

  it("is of what the card showed, not of what the file holds at the decision", async () => {
    const { organization, write } = await scriptScene();
    const { run, approvals } = await parkCalls(organization.member, [command("sh a.sh")]);
    write("echo unseen");
    expect((await decide(organization.approver, approvals[0], { grant: { scope: "exact" } })).status).toBe(200);
    await driveGranted(organization.member, run.id);
    expect(await statuses(organization.member, "sh a.sh")).toEqual(["awaiting-approval"]);
    expect(await executionsOf(organization.id, "a")).toBe(0);
  });

  it("made without a card is of what the file holds then", async () => {
    const { organization, write } = await scriptScene();
    const body = { tool: "shell", scope: "exact", input: { command: "sh a.sh" } };
    expect((await make(organization.approver, body)).body).toMatchObject({ files: [{ name: "a.sh", state: "file" }] });
    expect(await statuses(organization.member, "sh a.sh")).toEqual(["succeeded"]);
    write("echo more");
    expect(await statuses(organization.member, "sh a.sh")).toEqual(["awaiting-approval"]);
  });

  it("of a schedule ends when the script changes: people are asked again", async () => {
    const { organization, write } = await scriptScene();
    const { approver, admin } = organization;
    const { fire } = await scheduleOf(organization, "sh a.sh");
    const first = await fire();
    await decide(approver, await requestOf(approver, first), { grant: { scope: "exact", until: null } });
    await driveGranted(admin, first.id);
    expect((await fire()).toolCalls.map(({ status }) => status)).toEqual(["succeeded"]);
    write("echo more");
    expect((await fire()).toolCalls.map(({ status }) => status)).toEqual(["awaiting-approval"]);
  });

  it("is not what a pattern is: that covers the command whatever the file holds", async () => {
    const { organization, write } = await scriptScene();
    await make(organization.approver, { tool: "shell", scope: "pattern", pins: beginsWith("./a.sh") });
    write("echo more");
    expect(await statuses(organization.member, "./a.sh")).toEqual(["succeeded"]);
    expect((await list(organization.approver)).body.items).toMatchObject([{ scope: "pattern", files: null }]);
  });

  it("of an earlier version, which looked at no file, answers for nothing", async () => {
    const { organization } = await scriptScene();
    await make(organization.approver, { tool: "shell", scope: "exact", input: { command: "sh a.sh" } });
    const { db } = organization.owner.ctx;
    await db.sql((sql) => sql`update grants set files = null where tenant_id = ${organization.id}`);
    expect(await statuses(organization.member, "sh a.sh")).toEqual(["awaiting-approval"]);
  });

  it("is held, before it is made, against requests that ran the same content", async () => {
    const { organization, write } = await scriptScene();
    const { member, approver } = organization;
    await parkCalls(member, [command("sh a.sh")]);
    const body = { tool: "shell", input: { command: "sh a.sh" }, userId: member.userId };
    const preview = async () => (await callRoute(previewRoute, { method: "POST", body, apiKey: approver.apiKey })).body;
    expect(await preview()).toMatchObject({ requests: 1, answered: 1 });
    write("echo more");
    expect(await preview()).toMatchObject({ requests: 1, answered: 0 });
  });
});
