import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as approvalsRoute } from "#app/api/metrics/approvals/route.ts";
import { GET as modelsRoute } from "#app/api/metrics/models/route.ts";
import { GET as refusalsRoute } from "#app/api/metrics/refusals/route.ts";
import { GET as toolsRoute } from "#app/api/metrics/tools/route.ts";
import { GET as recordRoute } from "#app/api/tool-calls/route.ts";
import { closeConnections } from "#db/client.ts";
import { type AgentId, type ChatId, newId } from "#lib/ids.ts";
import { agentChat } from "#lib/testing/agent-scene.ts";
import { parkCommand } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { insertPastRuns } from "#lib/testing/past-runs.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { insertPastCalls, type PastCall } from "#lib/testing/settled-calls.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { compactRunStatistics } from "./compact-run-statistics.ts";
import { compactStatistics } from "./compact-statistics.ts";
import { getModelMetrics } from "./get-model-metrics.ts";
import { listFilterChoices } from "./list-filter-choices.ts";
import { type MetricsInput, questionOf } from "./question.ts";
import { readExactly } from "./read-exactly.ts";
import { readStatistics } from "./read-statistics.ts";
import { DAY_MS } from "./time-range.ts";

let model: ModelServer;
let ours: SceneOrganization;
let writer: { agentId: AgentId; chatId: ChatId };
let reader: { agentId: AgentId; chatId: ChatId };

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(async () => {
  await model.close();
  await closeConnections();
});
beforeEach(async () => {
  ours = await createSceneOrganization();
  writer = await agentChat(ours.owner, ours.member, { name: "Writer" });
  reader = await agentChat(ours.owner, ours.member, { name: "Reader" });
});

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const from = daysAgo(21);
const call = (tool: string, days: number, more: Partial<PastCall> = {}): PastCall => ({
  tool,
  status: "succeeded",
  at: daysAgo(days),
  durationMs: Math.round(100 * days),
  tokens: 10,
  microUsd: 5,
  ...more,
});
const get = (route: typeof toolsRoute, query: string) =>
  callRoute(route, { path: `/api/metrics?from=${from.toISOString()}&${query}`, apiKey: ours.member.apiKey });

/** Two of the default agent, three of the writer, one of the reader, by two people, some of them long over. */
async function insertCalls(): Promise<void> {
  await insertPastCalls(ours.member, [call("shell", 2), call("shell", 16)]);
  await insertPastCalls(ours.member, [call("shell", 2.1), call("web_fetch", 2.2), call("shell", 0.001)], { chatId: writer.chatId });
  await insertPastCalls(ours.admin, [call("shell", 3, { status: "refused", durationMs: null, kind: "gate_denied" })], {
    chatId: reader.chatId,
  });
}

describe("calls by agent", () => {
  it("are the same from the record and from statistics, before and after merging, and add up to all calls", async () => {
    await insertCalls();
    const questions: [MetricsInput, string[]][] = [
      [{ groupBy: "agent" }, [`${writer.agentId} 3`, "default 2", `${reader.agentId} 1`]],
      [{ groupBy: "agent", tool: "shell" }, ["default 2", `${writer.agentId} 2`, `${reader.agentId} 1`]],
      [{ groupBy: "agent", userId: ours.admin.userId }, [`${reader.agentId} 1`]],
      [{ groupBy: "agent", entryPoint: "mcp" }, []],
      [{ groupBy: "tool", agentId: writer.agentId }, ["shell 2", "web_fetch 1"]],
      [{ groupBy: "user", agentId: writer.agentId, entryPoint: "chat" }, [`${ours.member.userId} 3`]],
      [{ groupBy: "none", agentId: reader.agentId, bucket: "day" }, ["all 1"]],
      [{ groupBy: "none", to: daysAgo(15) }, ["all 1"]],
      [{ groupBy: "agent", to: daysAgo(15) }, ["default 1"]],
    ];
    const expectFigures = async () => {
      for (const [question, expected] of questions) {
        const ask = (read: typeof readExactly) => ours.member.ctx.db.sql((sql) => read(sql, ours.id, questionOf({ from, ...question })));
        const [exact, summed] = [await ask(readExactly), await ask(readStatistics)];
        const shown = (rows: typeof exact) =>
          rows.map(({ key, calls, executed, averageMs, tokens, costUsd }) => ({ key, calls, executed, averageMs, tokens, costUsd }));
        const byKey = (rows: typeof exact) => shown(rows).sort((left, right) => (left.key < right.key ? -1 : 1));
        expect(byKey(exact).map(({ key, calls }) => `${key} ${calls}`)).toEqual([...expected].sort());
        expect(byKey(summed)).toEqual(byKey(exact));
      }
    };
    await expectFigures();
    expect((await compactStatistics()).merged).toBeGreaterThanOrEqual(5);
    await expectFigures();
  });

  it("lead to the calls of the record, as many as they say, by name, and as a file", async () => {
    await insertCalls();
    const { body } = await get(toolsRoute, "groupBy=agent");
    expect(body.items.map(({ key, name, calls }: Record<string, unknown>) => [key, name, calls])).toEqual([
      [writer.agentId, "Writer", 3],
      ["default", "Default agent", 2],
      [reader.agentId, "Reader", 1],
    ]);
    for (const { key, calls } of body.items) {
      expect((await get(recordRoute, `status=settled&agentId=${key}`)).body.total).toBe(calls);
      expect((await get(toolsRoute, `groupBy=none&agentId=${key}`)).body.items).toMatchObject([{ calls }]);
    }
    const [head = "", ...lines] = (await get(toolsRoute, "groupBy=agent&format=csv")).body.trimEnd().split("\r\n");
    expect(lines.map((line: string) => line.split(",")[head.split(",").indexOf("calls")])).toEqual(["3", "2", "1"]);
    expect((await get(refusalsRoute, `agentId=${reader.agentId}`)).body.items).toEqual([{ kind: "gate_denied", tool: "shell", calls: 1 }]);
    expect((await get(refusalsRoute, "agentId=default")).body.items).toEqual([]);
  });

  it("are of nobody for an id that is no agent's, and a bad query for what is no id", async () => {
    await insertCalls();
    for (const route of [toolsRoute, modelsRoute, refusalsRoute, recordRoute]) {
      for (const id of [newId(), "00000000-0000-0000-0000-000000000000"])
        expect((await get(route, `agentId=${id}`)).body.items).toEqual([]);
      expect(await get(route, "agentId=Writer")).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });

  it("can be chosen where there is an agent besides the default one", async () => {
    const names = async (organization: SceneOrganization) =>
      (await listFilterChoices(organization.member.ctx)).agents.map(({ name }) => name);
    expect(await names(ours)).toEqual(["Default agent", "Reader", "Writer"]);
    expect(await names(await createSceneOrganization())).toEqual([]);
  });
});

describe("runs by agent and by person", () => {
  it("add up to the runs by model, before and after merging", async () => {
    const usage = { inputTokens: 90, outputTokens: 10, totalTokens: 100 };
    const run = (days: number) => ({ at: daysAgo(days), model: "openai:a", usage, cost: { microUsd: 5, unpricedTokens: 0 } });
    await insertPastRuns(ours.member, [run(2), run(16), { ...run(1), status: "awaiting-approval" as const }]);
    await insertPastRuns(ours.member, [run(2), run(0.001)], { chatId: writer.chatId });
    await insertPastRuns(ours.admin, [run(3)], { chatId: reader.chatId });
    const shown = async (input: Parameters<typeof getModelMetrics>[1]) => {
      const { items } = await getModelMetrics(ours.member.ctx, { from, ...input });
      return items.map(({ key, name = "", runs, totalTokens, costUsd }) => `${name || key} ${runs} ${totalTokens} ${costUsd}`);
    };
    const expectFigures = async () => {
      expect(await shown({})).toEqual(["openai:a 6 600 0.00003"]);
      expect(await shown({ groupBy: "agent" })).toEqual(["Default agent 3 300 0.000015", "Writer 2 200 0.00001", "Reader 1 100 0.000005"]);
      expect(await shown({ groupBy: "user" })).toEqual(["The member 5 500 0.000025", "The admin 1 100 0.000005"]);
      expect(await shown({ groupBy: "agent", userId: ours.admin.userId })).toEqual(["Reader 1 100 0.000005"]);
      expect(await shown({ groupBy: "user", agentId: writer.agentId })).toEqual(["The member 2 200 0.00001"]);
      expect(await shown({ agentId: writer.agentId, to: daysAgo(1) })).toEqual(["openai:a 1 100 0.000005"]);
    };
    await expectFigures();
    await compactRunStatistics();
    await expectFigures();
    expect((await get(modelsRoute, "groupBy=agent&format=csv")).body).toContain("Writer");
  });
});

describe("a run that an agent drives", () => {
  it("is counted under it with its calls and its requests, and under no other", async () => {
    const list = { tool: "file_system", args: { action: "list", path: "." } };
    await completeRun(ours.member, [{ calls: [list] }, { text: "Done." }], { chatId: writer.chatId });
    await completeRun(ours.member, [{ calls: [list, list] }, { text: "Done." }]);
    await parkCommand(ours.member);
    const agents = async (table: "call_statistics" | "run_statistics") => {
      const rows = await ours.member.ctx.db.sql(
        (sql) => sql<{ agentId: string }[]>`select agent_id as "agentId" from ${sql(table)} where tenant_id = ${ours.id} order by seq`,
      );
      return rows.map(({ agentId }) => (agentId === writer.agentId ? "writer" : agentId.slice(0, 4)));
    };
    expect((await agents("call_statistics")).sort()).toEqual(["ffff", "ffff", "writer"]);
    expect((await agents("run_statistics")).sort()).toEqual(["ffff", "writer"]);
    expect((await get(approvalsRoute, "agentId=default")).body.totals).toMatchObject({ requested: 1, pending: 1 });
    expect((await get(approvalsRoute, `agentId=${writer.agentId}`)).body.totals).toMatchObject({ requested: 0, pending: 0 });
  });
});
