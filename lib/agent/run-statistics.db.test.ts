import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sendMessage } from "#lib/chats/send-message.ts";
import { newId, type RunId } from "#lib/ids.ts";
import { compactRunStatistics } from "#lib/metrics/compact-run-statistics.ts";
import { getModelMetrics } from "#lib/metrics/get-model-metrics.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { endRun } from "#lib/runs/end-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { parkCommand } from "#lib/testing/approval-scene.ts";
import { claimAbandoned } from "#lib/testing/claim-abandoned.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, startRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { runAgent } from "./run-agent.ts";

let model: ModelServer;
let organization: SceneOrganization;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());
beforeEach(async () => {
  organization = await createSceneOrganization();
});

const USAGE = { input: 100, output: 20 };

interface Counted {
  model: string;
  entryPoint: string;
  isEstimated: boolean;
  runs: number;
  iterations: number;
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
}

/** What the statistics hold, and the same counted from the rows of runs that have ended, from their usage as it is told to people. */
async function counted() {
  const { id, member } = organization;
  return member.ctx.db.sql(async (sql) => {
    const statistics = await sql<Counted[]>`
      select model, entry_point as "entryPoint", is_estimated as "isEstimated", sum(runs)::int as runs, sum(iterations)::int as iterations,
             sum(input_tokens)::int as "inputTokens", sum(output_tokens)::int as "outputTokens", sum(total_tokens)::int as "totalTokens"
        from run_statistics where tenant_id = ${id} and level = 'delta' and user_id = ${member.userId} group by 1, 2, 3, bucket order by 1, 2, 3, bucket`;
    const rows = await sql<Counted[]>`
      select coalesce(model, 'unknown') as model, trigger as "entryPoint", coalesce((usage->>'estimated')::boolean, false) as "isEstimated",
             count(*)::int as runs, sum(iterations)::int as iterations, sum((usage->>'inputTokens')::int)::int as "inputTokens",
             sum((usage->>'outputTokens')::int)::int as "outputTokens", sum((usage->>'totalTokens')::int)::int as "totalTokens"
        from runs where tenant_id = ${id} and ended_at is not null group by 1, 2, 3, date_trunc('hour', created_at, 'UTC') order by 1, 2, 3`;
    return { statistics, rows };
  });
}

/** All runs of the organization have ended and are counted once, with the figures of their rows. */
async function expectCountedOnce(expected: Partial<Counted>[]): Promise<void> {
  const { statistics, rows } = await counted();
  expect(statistics).toEqual(rows);
  expect(statistics).toMatchObject(expected);
  const figures = async () => {
    const { items } = await getModelMetrics(organization.member.ctx, {});
    return items
      .map(({ key, isEstimated, runs, iterations, totalTokens }) => [key, isEstimated, runs, iterations, totalTokens].join())
      .sort();
  };
  const before = await figures();
  expect(before).toHaveLength(expected.length);
  await organization.member.ctx.db.sql(
    (sql) => sql`update run_statistics set bucket = bucket - interval '2 hours' where tenant_id = ${organization.id}`,
  );
  await organization.member.ctx.db.sql(
    (sql) => sql`update runs set created_at = created_at - interval '2 hours' where tenant_id = ${organization.id}`,
  );
  await compactRunStatistics();
  expect(await figures()).toEqual(before);
}

describe("the statistics of a run that ended", () => {
  it("have its steps' tokens, reported and estimated ones apart, and its rounds with tools", async () => {
    const { member } = organization;
    const read = { tool: "file_system", args: { action: "list", path: "." } };
    await completeRun(member, [
      { calls: [read], usage: USAGE },
      { calls: [{ ...read, args: { action: "list" } }], usage: USAGE },
      { text: "Done.", usage: USAGE },
    ]);
    await completeRun(member, [{ text: "Hello.", usage: USAGE }]);
    await completeRun(member, [
      { calls: [read], usage: USAGE },
      { text: "Done.", usage: false },
    ]);
    await expectCountedOnce([
      { isEstimated: false, runs: 2, iterations: 2, inputTokens: 400, outputTokens: 80, totalTokens: 480 },
      { isEstimated: true, runs: 1, iterations: 1 },
    ]);
  });

  it("are there once for a run that another driver ended after its own was lost", async () => {
    const { member } = organization;
    const { runId, driven } = await startRun(member, [{ text: 300, rate: 100, usage: USAGE }]);
    await vi.waitFor(async () => expect(await eventsOf(runId)).toBeGreaterThan(1), { timeout: 10_000, interval: 10 });
    await Promise.all([driven, runAgent(await claimAbandoned(member, runId))]);
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "succeeded" });
    await expectCountedOnce([{ runs: 1, totalTokens: 120 }]);
  });

  it("are not added to by whoever ends it again, and the row stays as it was", async () => {
    const { member, id: tenantId } = organization;
    const run = await completeRun(member, [{ text: "Hello.", usage: USAGE }]);
    for (const condition of [undefined, "queued"])
      await member.ctx.db.sql((sql) =>
        endRun(sql, { tenantId, runId: run.id }, sql`status = 'failed'`, condition ? sql`and status = ${condition}` : undefined),
      );
    expect(await getRun(member.ctx, { runId: run.id })).toEqual(run);
    await expectCountedOnce([{ runs: 1, totalTokens: 120 }]);
  });

  it("count what a stopped run used, parked for a person or in the middle of its answer", async () => {
    const { member } = organization;
    const { run } = await parkCommand(member, { step: { usage: USAGE } });
    expect((await counted()).statistics).toEqual([]);
    expect((await getModelMetrics(member.ctx, {})).items).toMatchObject([{ runs: 1, iterations: 1, totalTokens: 120 }]);
    await cancelRun(member.ctx, { runId: run.id });
    await driveGranted(member, run.id);
    const { runId, driven } = await startRun(member, [{ text: 600, rate: 100 }]);
    await vi.waitFor(async () => expect(await eventsOf(runId)).toBeGreaterThan(1), { timeout: 10_000, interval: 10 });
    await cancelRun(member.ctx, { runId });
    await driven;
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "cancelled", usage: { estimated: true } });
    await expectCountedOnce([
      { isEstimated: false, runs: 1, iterations: 1, totalTokens: 120 },
      { isEstimated: true, runs: 1, iterations: 0 },
    ]);
  });

  it("count under an unknown model what never got an answer: dropped from the line, or refused by the provider", async () => {
    const { member } = organization;
    const { chatId, driven } = await startRun(member, [{ text: 20, rate: 60, usage: USAGE }]);
    const dropped = await sendMessage(member.ctx, { chatId, text: "x", clientMessageId: newId(), queue: true });
    await Promise.all([1, 2].map(() => cancelRun(member.ctx, { runId: dropped.runId })));
    await driven;
    await completeRun(member, [{ fail: 401 }]);
    await expectCountedOnce([
      { runs: 1, totalTokens: 120 },
      { model: "unknown", isEstimated: false, runs: 1, iterations: 0, totalTokens: 0 },
      // Asked and not answered: that it cost nothing is our guess.
      { model: "unknown", isEstimated: true, runs: 1, iterations: 0, totalTokens: 0 },
    ]);
  });

  it("count a dry run like any other, under schedules: its tokens were used", async () => {
    const { member, id: tenantId } = organization;
    const prompt = `Try.\n#script ${JSON.stringify([{ text: "Nothing to do.", usage: USAGE }])}`;
    const { id } = await createSchedule(member.ctx, {
      prompt,
      name: "Notes",
      cron: "0 9 * * *",
      timeZone: "UTC",
      missed: "once",
      overlap: "skip",
    });
    const { runId } = await runScheduleNow(member.ctx, { id, dryRun: true });
    const claimed = await claimRun(tenantId, runId);
    if (!claimed) throw new Error("not claimed");
    await runAgent(claimed);
    await expectCountedOnce([{ entryPoint: "schedule", runs: 1, totalTokens: 120 }]);
  });

  it("are of its organization alone", async () => {
    const other = await createSceneOrganization();
    await completeRun(organization.member, [{ text: "Hello.", usage: USAGE }]);
    expect(await other.owner.ctx.db.sql((sql) => sql`select 1 from run_statistics`)).toEqual([]);
    expect((await getModelMetrics(other.owner.ctx, {})).items).toEqual([]);
    const chatId = await insertChat(organization.member);
    const { runId } = await sendMessage(organization.member.ctx, { chatId, text: "x", clientMessageId: newId() });
    await other.owner.ctx.db.sql((sql) => endRun(sql, { tenantId: organization.id, runId }, sql`status = 'failed'`));
    expect((await counted()).statistics).toMatchObject([{ runs: 1 }]);
  });
});

async function eventsOf(runId: RunId): Promise<number> {
  const rows = await organization.member.ctx.db.sql(
    (sql) => sql`select 1 from run_events where tenant_id = ${organization.id} and run_id = ${runId}`,
  );
  return rows.length;
}
