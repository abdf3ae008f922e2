import { afterAll, beforeAll, expect, it } from "vitest";
import { compactStatistics } from "#lib/metrics/compact-statistics.ts";
import { getToolMetrics } from "#lib/metrics/get-tool-metrics.ts";
import { putPrices } from "#lib/prices/put-prices.ts";
import { decide, parkCalls } from "#lib/testing/approval-scene.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());

const write = (path: string) => ({ tool: "file_system", args: { action: "write", path, content: "x" } });
const read = { tool: "file_system", args: { action: "read", path: "a.txt" } };

/** Sums by tool of what calls and statistics say of tokens and money. */
async function sums({ ctx }: SceneMember, table: "tool_calls" | "call_statistics") {
  const rows = await ctx.db.sql(
    (sql) => sql<{ tool: string; tokens: number; microUsd: number }[]>`
      select tool, sum(tokens)::int as tokens, sum(micro_usd)::int as "microUsd" from ${sql(table)}
       where tenant_id = ${ctx.tenantId} group by tool order by tool`,
  );
  return rows.map((row) => ({ ...row }));
}

it("statistics of calls that ran, were refused or were denied have the tokens and the cost that their rows have, to the last one", async () => {
  const { owner, member, approver } = await createSceneOrganization();
  await putPrices(owner.ctx, { items: [{ model: "openai-compatible:fake", inputUsdPerMillion: 3, outputUsdPerMillion: 15 }] });
  const run = await completeRun(member, [
    { calls: [write("a.txt"), read, { tool: "nope", args: {} }], usage: { input: 100, output: 1 } },
    { calls: [read], usage: { input: 200, output: 7 } },
    { text: "Done.", usage: { input: 300, output: 5 } },
  ]);
  expect(run).toMatchObject({ status: "succeeded", costUsd: (600 * 3 + 13 * 15) / 1_000_000 });
  const parked = await parkCalls(member, [{ tool: "shell", args: { command: "true" } }]);
  await decide(approver, parked.approvals[0], "deny", "No.");
  await driveGranted(member, parked.run.id);

  const counted = await sums(member, "tool_calls");
  expect(counted.map(({ tool }) => tool)).toEqual(["file_system", "nope", "shell"]);
  // The shares of a step add up to it: 101 tokens over three calls, and 207 for one.
  expect(counted.slice(0, 2).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(308);
  expect(counted.slice(0, 2).reduce((sum, { microUsd }) => sum + microUsd, 0)).toBe(300 * 3 + 8 * 15);
  expect(await sums(member, "call_statistics")).toEqual(counted);
  await compactStatistics();
  const { items } = await getToolMetrics(member.ctx, { groupBy: "tool" });
  expect(items.map(({ key, tokens, costUsd }) => [key, tokens, costUsd]).sort()).toEqual(
    counted.map(({ tool, tokens, microUsd }) => [tool, tokens, microUsd / 1_000_000]),
  );
});
