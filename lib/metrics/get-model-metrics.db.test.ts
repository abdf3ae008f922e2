import { afterAll, describe, expect, it } from "vitest";
import { GET as modelsRoute } from "#app/api/metrics/models/route.ts";
import { closeConnections } from "#db/client.ts";
import { ENTRY_POINTS } from "#lib/context.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { insertPastRuns, type PastRun } from "#lib/testing/past-runs.ts";
import { createScene, createSceneOrganization, type SceneMember } from "#lib/testing/scene.ts";
import { compactRunStatistics } from "./compact-run-statistics.ts";
import { ANY_AGENT } from "./cubes.ts";
import { getModelMetrics, type ModelMetricsRow } from "./get-model-metrics.ts";
import { widthOf } from "./question.ts";
import { DAY_MS, HOUR_MS } from "./time-range.ts";

afterAll(closeConnections);

const MODELS = ["openai:a", "ollama:b", "demo", null] as const;
const STATUSES = [
  "succeeded",
  "succeeded",
  "failed",
  "cancelled",
  "succeeded",
  "awaiting-approval",
  "succeeded",
  "running",
  "queued",
] as const;

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Runs spread over some days, of every model, status and entry point; some of them exactly on the hour and at midnight. */
function manyRuns(number: number, { days = 20, seed = 1 } = {}): PastRun[] {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return Array.from({ length: number }, (_, index): PastRun => {
    const at = Date.now() - random() * days * DAY_MS;
    const unit = index % 10 === 0 ? DAY_MS : index % 10 === 1 ? HOUR_MS : 1;
    const [inputTokens, outputTokens] = [Math.round(random() * 3e9), Math.round(random() * 500)];
    const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, ...(index % 7 === 0 && { estimated: true }) };
    return {
      at: new Date(Math.floor(at / unit) * unit),
      model: MODELS[index % MODELS.length] as string | null,
      status: STATUSES[index % STATUSES.length] as PastRun["status"] & string,
      iterations: index % 10,
      trigger: ENTRY_POINTS[index % ENTRY_POINTS.length] as PastRun["trigger"] & string,
      usage,
      cost: { microUsd: Math.round(random() * 9e6), unpricedTokens: index % 5 === 0 ? outputTokens : 0 },
    };
  });
}

type Question = Parameters<typeof getModelMetrics>[1];

interface RunsRow {
  model: string | null;
  at: Date;
  userId: string;
  trigger: string;
  iterations: number;
  microUsd: number;
  unpricedTokens: number;
}

/** What the rows of the organization's runs add up to, counted here, one after another. */
async function countRows({ ctx }: SceneMember, { from = daysAgo(1), to = new Date(), userId, entryPoint, bucket = "none" }: Question) {
  const runs = await ctx.db.sql(
    (sql) => sql<(RunsRow & { usage: Record<string, number> })[]>`
      select model, created_at as at, user_id as "userId", trigger, iterations, usage, micro_usd as "microUsd", unpriced_tokens as "unpricedTokens" from runs where tenant_id = ${ctx.tenantId}`,
  );
  const widthMs = widthOf(bucket);
  const rows = new Map<string, ModelMetricsRow & { microUsd: number }>();
  for (const { model, at, usage, iterations, ...run } of runs) {
    if (at < from || at >= to || (userId && run.userId !== userId) || (entryPoint && run.trigger !== entryPoint)) continue;
    const start = widthMs === null ? null : new Date(Math.floor(at.getTime() / widthMs) * widthMs);
    const what = { key: model ?? "unknown", ...(start && { bucket: start }), isEstimated: Boolean(usage.estimated) };
    const sums = { runs: 0, iterations: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0, microUsd: 0, costUsd: 0, unpricedTokens: 0 };
    const row = rows.get(JSON.stringify(what)) ?? { ...what, ...sums };
    row.runs += 1;
    row.iterations += iterations;
    row.inputTokens += usage.inputTokens ?? 0;
    row.outputTokens += usage.outputTokens ?? 0;
    row.totalTokens += usage.totalTokens ?? 0;
    row.microUsd += run.microUsd;
    row.unpricedTokens += run.unpricedTokens;
    rows.set(JSON.stringify(what), row);
  }
  return inOrder([...rows.values()].map(({ microUsd, ...row }) => ({ ...row, costUsd: microUsd / 1_000_000 })));
}

function inOrder(rows: ModelMetricsRow[]): ModelMetricsRow[] {
  const name = ({ bucket, key, isEstimated }: ModelMetricsRow) => `${bucket?.toISOString() ?? ""} ${key} ${isEstimated}`;
  return rows.toSorted((left, right) => (name(left) < name(right) ? -1 : 1));
}

/** The same figures from the rows and from the verb, to the last token. Answers how many rows there were. */
async function expectSameFigures(member: SceneMember, question: Question): Promise<number> {
  const to = question.to ?? new Date();
  const counted = await countRows(member, { ...question, to });
  const { items } = await getModelMetrics(member.ctx, { ...question, to });
  expect(inOrder(items)).toEqual(counted);
  return counted.length;
}

const levels = async (member: SceneMember) => {
  const rows = await member.ctx.db.sql(
    (sql) => sql<{ level: string; runs: number }[]>`
      select level, sum(runs)::int as runs from run_statistics
       where tenant_id = ${member.ctx.tenantId} and (level = 'delta' or user_id = ${member.userId} and agent_id = ${ANY_AGENT}) group by level`,
  );
  return Object.fromEntries(rows.map(({ level, runs }) => [level, runs]));
};

describe("getModelMetrics", () => {
  it("agrees with the rows of the runs for every range, series and filter, before and after merging", async () => {
    const { ours, theirs } = await createScene();
    await insertPastRuns(ours.member, manyRuns(700));
    await insertPastRuns(ours.admin, manyRuns(200, { seed: 2 }));
    await insertPastRuns(theirs.member, manyRuns(300, { seed: 3 }));
    const questions: Question[] = [
      {},
      { from: daysAgo(21) },
      { from: daysAgo(21), bucket: "day" },
      { from: daysAgo(7.3), bucket: "6h" },
      { from: daysAgo(20), bucket: "6h" },
      { from: daysAgo(1.5), bucket: "hour" },
      { from: daysAgo(21), userId: ours.admin.userId, bucket: "day" },
      { from: daysAgo(21), userId: ours.admin.userId, entryPoint: "mcp" },
      { from: daysAgo(21), entryPoint: "schedule", bucket: "day" },
      { from: daysAgo(9), to: daysAgo(2.5), entryPoint: "chat" },
      { from: daysAgo(19.2), to: daysAgo(15.1) },
      { from: new Date(today - 3 * DAY_MS), to: new Date(today), bucket: "day" },
      { from: new Date(today - 2 * DAY_MS + 1), to: new Date(today - DAY_MS + 1) },
      { from: daysAgo(0.01), to: new Date() },
    ];
    for (const question of questions) await expectSameFigures(ours.member, question);
    expect((await compactRunStatistics({ batch: 150 })).merged).toBeGreaterThanOrEqual(700);
    for (const question of questions) await expectSameFigures(ours.member, question);
    expect(await expectSameFigures(ours.member, { from: daysAgo(21), bucket: "day" })).toBeGreaterThan(50);
    expect(await expectSameFigures(theirs.member, { from: daysAgo(21) })).toBe(8);
    expect((await getModelMetrics(ours.member.ctx, { from: daysAgo(21), userId: theirs.member.userId })).items).toEqual([]);
  });

  it("adds up as CSV to what the JSON shows, a row a line, from statistics too", async () => {
    const { member } = await createSceneOrganization();
    await insertPastRuns(member, manyRuns(120));
    await compactRunStatistics();
    for (const bucket of ["none", "day"]) {
      const ask = (more: string) =>
        callRoute(modelsRoute, { path: `/api/metrics?from=${from}&to=${to}&bucket=${bucket}${more}`, apiKey: member.apiKey });
      const [from, to] = [daysAgo(21).toISOString(), new Date().toISOString()];
      const { items } = (await ask("")).body;
      const [head = "", ...lines] = (await ask("&format=csv")).body.trimEnd().split("\r\n");
      const csv = lines.map((line: string) => Object.fromEntries(line.split(",").map((cell, at) => [head.split(",")[at], cell])));
      expect(csv).toEqual(items.map((row: object) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)]))));
      expect(items.reduce((sum: number, { runs }: { runs: number }) => sum + runs, 0)).toBe(120);
    }
  });

  it("counts a run from its first moment, and what it used until now", async () => {
    const { member } = await createSceneOrganization();
    const usage = { inputTokens: 7, outputTokens: 3, totalTokens: 10 };
    await insertPastRuns(member, [
      { at: daysAgo(3), model: "demo", status: "awaiting-approval", usage, cost: { microUsd: 250_000, unpricedTokens: 0 } },
    ]);
    const counted = [{ key: "demo", isEstimated: false, runs: 1, iterations: 0, ...usage, costUsd: 0.25, unpricedTokens: 0 }];
    expect((await getModelMetrics(member.ctx, { from: daysAgo(10) })).items).toEqual(counted);
    expect(await levels(member)).toEqual({});
  });
});

describe("compactRunStatistics", () => {
  it("run again finds nothing to do; what ends late is added to the hour and day in which it was asked for", async () => {
    const { member } = await createSceneOrganization();
    const ran = { at: new Date(today - 3 * DAY_MS + 5 * HOUR_MS + 1), model: "demo" };
    await insertPastRuns(member, [ran]);
    await compactRunStatistics();
    expect(await compactRunStatistics()).toEqual({ merged: 0 });
    await insertPastRuns(member, [ran, { ...ran, status: "failed" }]);
    expect(await compactRunStatistics()).toEqual({ merged: 2 });
    expect(await levels(member)).toEqual({ day: 3, hour: 3 });
  });

  it("leaves the current hour as it is", async () => {
    const { member } = await createSceneOrganization();
    const soon = new Date(Date.now() + 60_000);
    await insertPastRuns(member, [{ at: soon, model: "demo" }]);
    await compactRunStatistics();
    expect(await levels(member)).toEqual({ delta: 1 });
    expect(await expectSameFigures(member, { to: new Date((Math.floor(soon.getTime() / HOUR_MS) + 1) * HOUR_MS) })).toBe(1);
  });

  it("by six workers at once counts every run once, with new ones ending meanwhile and people looking", async () => {
    const { ours, theirs } = await createScene();
    const ended = (runs: PastRun[]) => runs.map((run): PastRun => ({ ...run, status: "succeeded" }));
    await insertPastRuns(ours.member, ended(manyRuns(400)));
    await insertPastRuns(theirs.member, ended(manyRuns(400, { seed: 3 })));
    let isOver = false;
    const looking = (async () => {
      const seen = new Set<number>();
      while (!isOver)
        seen.add((await getModelMetrics(theirs.member.ctx, { from: daysAgo(21) })).items.reduce((sum, { runs }) => sum + runs, 0));
      return [...seen];
    })();
    await Promise.all([
      ...Array.from({ length: 6 }, () => compactRunStatistics({ batch: 60 })),
      insertPastRuns(ours.member, ended(manyRuns(100, { seed: 4 }))),
    ]);
    await compactRunStatistics();
    isOver = true;
    expect(await looking).toEqual([400]);
    for (const [member, runs] of [
      [ours.member, 500],
      [theirs.member, 400],
    ] as const) {
      const { day = 0, delta = 0 } = await levels(member);
      expect(day + delta).toBe(runs);
      await expectSameFigures(member, { from: daysAgo(21), bucket: "day" });
    }
  });

  it("drops hours older than 14 days and keeps their days", async () => {
    const { member } = await createSceneOrganization();
    await insertPastRuns(
      member,
      [13, 14, 15, 40].map((days) => ({ at: new Date(today - days * DAY_MS), model: "demo" })),
    );
    await compactRunStatistics();
    expect(await levels(member)).toEqual({ day: 4, hour: 2 });
    expect(await expectSameFigures(member, { from: daysAgo(50), bucket: "day" })).toBe(4);
  });

  it("leaves everything as it was when it fails in the middle (planted)", async () => {
    const { member } = await createSceneOrganization();
    await compactRunStatistics();
    await insertPastRuns(
      member,
      Array.from({ length: 20 }, () => ({ at: daysAgo(3), model: "demo" })),
    );
    const set = (runs: number) =>
      member.ctx.db.sql(
        (sql) => sql`
          update run_statistics set runs = ${runs}
           where tenant_id = ${member.ctx.tenantId} and seq in (select seq from run_statistics where level = 'delta' order by seq limit 2)`,
      );
    // A count that no column holds: the sum cannot be written after the rows were taken out.
    await set(2_147_483_647);
    await expect(compactRunStatistics()).rejects.toThrow("integer out of range");
    await set(1);
    expect(await levels(member)).toEqual({ delta: 20 });
    await compactRunStatistics();
    expect(await levels(member)).toEqual({ day: 20, hour: 20 });
  });
});
