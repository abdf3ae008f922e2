import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { ENTRY_POINTS, type EntryPoint } from "#lib/context.ts";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { workspaceOf } from "#lib/gate/index.ts";
import { getAllTools } from "#lib/gate/registry.ts";
import { newId, type RunId } from "#lib/ids.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { getRun, type RunView } from "#lib/runs/get-run.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { decide } from "#lib/testing/approval-scene.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { exampleCalls } from "#lib/testing/example-calls.ts";
import { EVERYTHING, registerProbe } from "#lib/testing/gate-scene.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, type Script } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { spendGrant } from "#lib/tools/grant.ts";
import { relayedText } from "./models/index.ts";
import { runAgent } from "./run-agent.ts";

// The real one, watched: no handler begins without it.
vi.mock("#lib/tools/grant.ts", { spy: true });
const handlers = vi.mocked(spendGrant);

const tools = getAllTools().map((tool) => tool.name);
/** Somebody who is offered no tool at all is not asked for calls by the scripted model. */
const bystander = registerProbe();

let model: ModelServer;
let site: Server;
let connections = 0;
let origin: string;
let examples: ReturnType<typeof exampleCalls>;

beforeAll(async () => {
  site = createServer((_, response) => response.end("ok"));
  site.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  process.env.WEB_FETCH_ALLOW = host;
  origin = `http://${host}`;
  examples = exampleCalls(origin);
  model = await startModelServer();
  useModelServer(model);
});
beforeEach(() => {
  handlers.mockClear();
  connections = 0;
});
afterAll(async () => {
  await model.close();
  site.close();
});

/** The same message, let in by each door. */
const DOORS: Record<EntryPoint, (member: SceneMember, script: Script) => Promise<RunView>> = {
  chat: completeRun,
  api: (member, script) => completeRun({ ...member, ctx: { ...member.ctx, apiKeyId: member.apiKeyId } }, script),
  schedule: async (member, script) => {
    const prompt = `Go.\n#script ${JSON.stringify(script)}`;
    const { id } = await createSchedule(member.ctx, { prompt, cron: "0 9 * * *", missed: "once", overlap: "skip" });
    return claimed(member, (await runScheduleNow(member.ctx, { id })).runId);
  },
  mcp: async (member, script) => {
    const chatId = await insertChat(member);
    const calls = script.flatMap((step) => (step.calls ?? []) as { tool: string; args: Record<string, unknown> }[]);
    const text = relayedText(calls.map(({ tool, args }) => ({ tool, arguments: args })));
    const sent = await sendMessage(member.ctx, { chatId, text, clientMessageId: newId(), entryPoint: "mcp" });
    if (sent.claimed) await runAgent(sent.claimed);
    return getRun(member.ctx, { runId: sent.runId });
  },
  webhook: (member, script) => queued(member, script, "webhook"),
};

/** A run as a door puts it down for whoever drives it. */
async function queued(member: SceneMember, script: Script, trigger: EntryPoint): Promise<RunView> {
  const chatId = await insertChat(member);
  const text = `Go.\n#script ${JSON.stringify(script)}`;
  const sent = await sendMessage(member.ctx, { chatId, text, clientMessageId: newId() });
  await sent.claimed?.begun;
  await member.ctx.db.sql(
    (sql) => sql`update runs set trigger = ${trigger}, status = 'queued', lease_owner = null, lease_until = null where id = ${sent.runId}`,
  );
  return claimed(member, sent.runId);
}

async function claimed(member: SceneMember, runId: RunId): Promise<RunView> {
  const run = await claimRun(member.ctx.tenantId, runId);
  if (!run) throw new Error("not claimed");
  await runAgent(run);
  return getRun(member.ctx, { runId });
}

async function organizationWith(...rules: Rule[]): Promise<SceneOrganization> {
  const organization = await createSceneOrganization();
  await putPolicy(organization.owner.ctx, { preset: "open", rules: [EVERYTHING, ...rules] });
  await insertExampleDraft(organization);
  return organization;
}

/** What the example of `send_draft` names, and where that of `draft` goes. */
async function insertExampleDraft({ id, owner }: SceneOrganization): Promise<void> {
  const destination = await addDestination(owner.ctx, { name: "Example", address: `${origin}/hook` });
  const draft = examples.send_draft as { draftId: string; version: string };
  await owner.ctx.db.sql(
    (sql) => sql`
      insert into drafts (tenant_id, id, destination_id, text, version, state, created_by, updated_at)
      values (${id}, ${draft.draftId}, ${destination.id}, 'x', ${draft.version}, 'draft', ${owner.userId}, now())`,
  );
}

const everyTool = (): Script => [{ calls: tools.map((tool) => ({ tool, args: examples[tool] })) }, { text: "I see." }];

/** What the calls would have left behind. */
async function traces({ id, owner }: SceneOrganization) {
  const workspace = await workspaceOf(id);
  const [made] = await owner.ctx.db.sql(
    (sql) => sql<{ schedules: number; documents: number; drafts: number; sent: number }[]>`
      select (select count(*)::int from schedules where tenant_id = ${id} and created_by_call_id is not null) as schedules,
             (select count(*)::int from documents where tenant_id = ${id}) as documents,
             (select count(*)::int from drafts where tenant_id = ${id} and created_by_call_id is not null) as drafts,
             (select count(*)::int from drafts where tenant_id = ${id} and state = 'sent') as sent`,
  );
  return {
    files: ["example.txt", "example.count"].filter((name) => existsSync(path.join(workspace, name))),
    ...made,
    connections,
    handlers: handlers.mock.calls.length,
  };
}
const NOTHING = { files: [], schedules: 0, documents: 0, drafts: 0, sent: 0, connections: 0, handlers: 0 };

describe.each(ENTRY_POINTS)("every tool from %s", (door) => {
  it("does not run where a rule denies it, and the row names the rule", async () => {
    const organization = await organizationWith(
      ...tools.map((tool): Rule => ({ id: `no-${tool}`, effect: "deny", tool, reason: `No ${tool}.` })),
    );
    const run = await DOORS[door](organization.member, everyTool());
    expect(run).toMatchObject({ trigger: door, status: "succeeded", stopReason: "final_message" });
    expect(run.toolCalls.map((call) => call.tool)).toEqual(tools);
    for (const call of run.toolCalls) {
      expect(call).toMatchObject({
        entryPoint: door,
        status: "refused",
        kind: "gate_denied",
        ruleId: `no-${call.tool}`,
        reason: `No ${call.tool}.`,
        approvalId: null,
        startedAt: null,
        outcome: { ok: false, executed: false, errorCode: "tool_not_allowed" },
      });
    }
    expect(await traces(organization)).toEqual(NOTHING);
  });

  it("waits where a rule asks, and does not run when the answer is no", async () => {
    const organization = await organizationWith(...tools.map((tool): Rule => ({ id: `ask-${tool}`, effect: "ask", tool, reason: "Ask." })));
    const run = await DOORS[door](organization.member, everyTool());
    expect(run).toMatchObject({ trigger: door, status: "awaiting-approval" });
    expect(run.toolCalls.map((call) => [call.tool, call.status, call.ruleId])).toEqual(
      tools.map((tool) => [tool, "awaiting-approval", `ask-${tool}`]),
    );
    const { items } = await listApprovals(organization.approver.ctx, { status: "pending", limit: 50 });
    expect(items.map((approval) => [approval.tool, approval.entryPoint])).toEqual(tools.map((tool) => [tool, door]));
    expect(await traces(organization)).toEqual(NOTHING);
    for (const approval of items) await decide(organization.approver, approval, "deny");
    await driveGranted(organization.member, run.id);
    const ended = await getRun(organization.owner.ctx, { runId: run.id });
    expect(ended.toolCalls.map((call) => [call.status, call.kind])).toEqual(tools.map(() => ["denied", "approval_denied"]));
    expect(await traces(organization)).toEqual(NOTHING);
  });

  it("runs where a rule allows it: then the same calls leave their traces", async () => {
    const organization = await organizationWith();
    const run = await DOORS[door](organization.member, everyTool());
    expect(run.toolCalls.map((call) => [call.tool, call.status, call.ruleId])).toEqual(
      tools.map((tool) => [tool, "succeeded", "everything"]),
    );
    expect(await traces(organization)).toEqual({
      files: ["example.txt", "example.count"],
      schedules: 1,
      documents: 1,
      drafts: 1,
      sent: 1,
      connections: 2,
      handlers: tools.length,
    });
  });

  it("cannot be widened by what its arguments say of organization, person or role", async () => {
    const [organization, other] = [await organizationWith(), await createSceneOrganization()];
    const forged = { tenantId: other.id, tenant_id: other.id, userId: other.owner.userId, role: "owner", agent_name: "root" };
    const script = [
      { calls: tools.map((tool) => ({ tool, args: { ...examples[tool], ...forged } })) },
      { calls: [{ tool: bystander, args: { text: JSON.stringify(forged) } }] },
      { text: "ok" },
    ];
    const run = await DOORS[door](organization.member, script);
    expect(run.toolCalls.map((call) => call.kind)).toEqual([...tools.map(() => "invalid_call"), null]);
    expect(run.toolCalls.every((call) => call.userId === organization.member.userId)).toBe(true);
    const [rows] = await other.owner.ctx.db.sql(
      (sql) => sql<{ count: number }[]>`select count(*)::int as count from tool_calls where tenant_id = ${other.id}`,
    );
    expect(rows?.count).toBe(0);
  });
});
