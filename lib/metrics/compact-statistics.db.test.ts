import { afterAll, describe, expect, it } from "vitest";
import { closeConnections } from "#db/client.ts";
import { createScene, type SceneMember } from "#lib/testing/scene.ts";
import { insertPastCalls, type PastCall } from "#lib/testing/settled-calls.ts";
import { compactStatistics } from "./compact-statistics.ts";
import { ANY_AGENT } from "./cubes.ts";
import { getExecutionStats } from "./get-execution-stats.ts";
import { questionOf } from "./question.ts";
import { readExactly } from "./read-exactly.ts";
import { readStatistics } from "./read-statistics.ts";
import { DAY_MS, HOUR_MS } from "./time-range.ts";

afterAll(closeConnections);

const OUTCOMES = [
  "succeeded",
  "succeeded",
  "succeeded",
  "succeeded",
  "failed",
  "refused",
  "denied",
  "expired",
  "cancelled",
  "unknown",
] as const;

/** Calls spread over some days with every outcome, several tools, entry points, and durations of very different lengths. */
function manyCalls(number: number, { days = 20, seed = 1 } = {}): PastCall[] {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return Array.from({ length: number }, (_, index): PastCall => {
    const status = OUTCOMES[index % OUTCOMES.length] ?? "succeeded";
    const isExecuted = status === "succeeded" || status === "failed" || status === "unknown";
    return {
      tool: ["shell", "file_system", "*", ""][index % 4] as string,
      status,
      at: new Date(Date.now() - random() * days * DAY_MS),
      entryPoint: index % 3 === 0 ? "schedule" : "chat",
      durationMs: isExecuted ? Math.round(Math.exp(random() * 10)) : null,
      waitMs: index % 5 === 0 ? Math.round(Math.exp(random() * 15)) : null,
      queueMs: Math.round(random() * 300),
      tokens: index % 7,
    };
  });
}

const levels = (member: SceneMember) =>
  member.ctx.db.sql(
    (sql) => sql<{ level: string; rows: number; calls: number }[]>`
      select level, count(*)::int as rows, sum(succeeded + failed + refused + denied + expired + cancelled + "unknown")::int as calls
        from call_statistics where tenant_id = ${member.ctx.tenantId} and (level = 'delta' or entry_point = '**' and user_id is null and agent_id = ${ANY_AGENT}) group by level order by level`,
  );

const ask = (member: SceneMember, read: typeof readExactly, input: Parameters<typeof questionOf>[0]) =>
  member.ctx.db.sql((sql) => read(sql, member.ctx.tenantId, questionOf(input)));

/** The same figures from both sources: counts, sums and averages to the last digit, quantiles within 3 %. */
async function expectSameFigures(member: SceneMember, input: Parameters<typeof questionOf>[0]): Promise<number> {
  const name = (row: { key: string; bucket?: Date }) => `${row.bucket?.toISOString() ?? ""} ${row.key}`;
  const exact = (await ask(member, readExactly, input)).sort((left, right) => (name(left) < name(right) ? -1 : 1));
  const summed = (await ask(member, readStatistics, input)).sort((left, right) => (name(left) < name(right) ? -1 : 1));
  expect(summed.map(name)).toEqual(exact.map(name));
  for (const [index, row] of exact.entries()) {
    for (const [field, value] of Object.entries(row)) {
      const found = summed[index]?.[field as keyof typeof row];
      if (!/[pP]\d\dMs$/.test(field) || value === null) expect([field, found]).toEqual([field, value]);
      else
        expect(Math.abs((found as number) - (value as number)), `${name(row)} ${field} ${found} ${value}`).toBeLessThanOrEqual(
          (value as number) * 0.03,
        );
    }
  }
  return exact.length;
}

describe("compactStatistics", () => {
  it("moves what is over into hours and days, keeps the current hour, and changes no figure", async () => {
    const { ours } = await createScene();
    await insertPastCalls(ours.member, manyCalls(900));
    await insertPastCalls(ours.admin, manyCalls(300, { seed: 2 }));
    await insertPastCalls(ours.member, [{ tool: "shell", status: "succeeded", at: new Date(), durationMs: 5 }]);
    const questions = [
      {},
      { from: new Date(Date.now() - 21 * DAY_MS), groupBy: "none" as const },
      { from: new Date(Date.now() - 21 * DAY_MS) },
      { from: new Date(Date.now() - 21 * DAY_MS), bucket: "day" as const, groupBy: "none" as const },
      { from: new Date(Date.now() - 7.3 * DAY_MS), bucket: "6h" as const, groupBy: "none" as const },
      { from: new Date(Date.now() - 30 * HOUR_MS), bucket: "hour" as const },
      { from: new Date(Date.now() - 21 * DAY_MS), groupBy: "user" as const },
      { from: new Date(Date.now() - 21 * DAY_MS), groupBy: "entryPoint" as const },
      { from: new Date(Date.now() - 21 * DAY_MS), userId: ours.admin.userId },
      { from: new Date(Date.now() - 21 * DAY_MS), userId: ours.admin.userId, entryPoint: "schedule" as const, bucket: "day" as const },
      { from: new Date(Date.now() - 9 * DAY_MS), to: new Date(Date.now() - 2.5 * DAY_MS), entryPoint: "chat" as const },
      { from: new Date(Date.now() - 19.2 * DAY_MS), to: new Date(Date.now() - 15.1 * DAY_MS), tool: "*" },
      { from: new Date(Date.now() - 21 * DAY_MS), tool: "", groupBy: "user" as const },
    ];
    for (const question of questions) await expectSameFigures(ours.member, question);
    const before = await getExecutionStats(ours.member.ctx);
    const { merged } = await compactStatistics({ batch: 250 });
    expect(merged).toBeGreaterThanOrEqual(1_190);
    for (const question of questions) expect(await expectSameFigures(ours.member, question)).toBeGreaterThan(0);
    expect(await getExecutionStats(ours.member.ctx)).toEqual(before);
    const rows = Object.fromEntries((await levels(ours.member)).map(({ level, calls }) => [level, calls]));
    expect((rows.day ?? 0) + (rows.delta ?? 0)).toBe(1_201);
    expect(rows.delta).toBeGreaterThan(0);
  });

  it("run again finds nothing to do; what comes late is added to its hour and day", async () => {
    const { ours } = await createScene();
    const at = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS + 5 * HOUR_MS);
    await insertPastCalls(ours.member, [{ tool: "shell", status: "succeeded", at, durationMs: 100 }]);
    await compactStatistics();
    expect(await compactStatistics()).toEqual({ merged: 0 });
    await insertPastCalls(ours.member, [{ tool: "shell", status: "denied", at, waitMs: 3 * DAY_MS }]);
    expect(await compactStatistics()).toEqual({ merged: 1 });
    expect(await levels(ours.member)).toEqual([
      { level: "day", rows: 1, calls: 2 },
      { level: "hour", rows: 1, calls: 2 },
    ]);
  });

  it("by six workers at once counts every call once, with new ones coming meanwhile", async () => {
    const { ours, theirs } = await createScene();
    await insertPastCalls(ours.member, manyCalls(400));
    await insertPastCalls(theirs.member, manyCalls(400, { seed: 3 }));
    await Promise.all([
      ...Array.from({ length: 6 }, () => compactStatistics({ batch: 60 })),
      insertPastCalls(ours.member, manyCalls(100, { seed: 4 })),
    ]);
    await compactStatistics();
    for (const [member, calls] of [
      [ours.member, 500],
      [theirs.member, 400],
    ] as const) {
      const rows = Object.fromEntries((await levels(member)).map((row) => [row.level, row.calls]));
      expect((rows.day ?? 0) + (rows.delta ?? 0)).toBe(calls);
      await expectSameFigures(member, { from: new Date(Date.now() - 21 * DAY_MS), bucket: "day" });
    }
  });

  it("drops hours older than 14 days and keeps their days", async () => {
    const { ours } = await createScene();
    const at = (days: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS);
    await insertPastCalls(
      ours.member,
      [13, 14, 15, 40].map((days) => ({ tool: "shell", status: "succeeded", at: at(days), durationMs: 1 })),
    );
    await compactStatistics();
    const kept = await levels(ours.member);
    expect(kept.map(({ level, calls }) => [level, calls])).toEqual([
      ["day", 4],
      ["hour", 2],
    ]);
  });

  it("leaves everything as it was when it fails in the middle (planted)", async () => {
    const { ours } = await createScene();
    await compactStatistics();
    await insertPastCalls(ours.member, manyCalls(50));
    const before = await levels(ours.member);
    // A count that no column holds: the insert of the sums fails after the rows were taken out.
    await ours.member.ctx.db.sql(
      (sql) => sql`
      update call_statistics set succeeded = 2147483647 where seq in (select seq from call_statistics where tenant_id = ${ours.id} and tool = 'shell' order by bucket limit 2)`,
    );
    await ours.member.ctx.db.sql(
      (sql) => sql`update call_statistics set bucket = '2026-01-01' where tenant_id = ${ours.id} and succeeded = 2147483647`,
    );
    await expect(compactStatistics()).rejects.toThrow();
    expect(
      (await ours.member.ctx.db.sql((sql) => sql`select 1 from call_statistics where tenant_id = ${ours.id} and level = 'delta'`)).length,
    ).toBe(before[0]?.rows);
    await ours.member.ctx.db.sql(
      (sql) => sql`update call_statistics set succeeded = 1 where tenant_id = ${ours.id} and succeeded = 2147483647`,
    );
    await compactStatistics();
  });
});
