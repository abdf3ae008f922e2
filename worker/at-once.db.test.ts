import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemSql } from "#db/system.ts";
import { runAgent } from "#lib/agent/run-agent.ts";
import { hub } from "#lib/events/hub.ts";
import type { RunId, ScheduleId } from "#lib/ids.ts";
import { DEFAULT_LIMITS } from "#lib/limits/limits.ts";
import { putLimits } from "#lib/limits/put-limits.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { findUndrivenRuns } from "#lib/runs/find-undriven-runs.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { listScheduleRuns } from "#lib/schedules/list-schedule-runs.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { firingsOf } from "#lib/testing/schedule-scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { startWorkerProcess, type WorkerProcess } from "#lib/testing/worker-process.ts";

let model: ModelServer;
let scene: Scene;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());
beforeEach(async () => {
  await systemSql((sql) => sql`delete from schedules`);
  scene = await createScene();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

const script = (...steps: unknown[]) => `Go.\n#script ${JSON.stringify(steps)}`;

/** Jobs that were asked to run at the same moment. */
async function startJobs(count: number, prompt: string): Promise<{ id: ScheduleId; runId: RunId }[]> {
  const { ctx } = scene.ours.member;
  const jobs = Array.from({ length: count }, async () => {
    const { id } = await createSchedule(ctx, { prompt, cron: "0 0 1 1 *", missed: "once", overlap: "skip" });
    return { id, runId: (await runScheduleNow(ctx, { id })).runId };
  });
  return Promise.all(jobs);
}

async function reasonOf(id: ScheduleId): Promise<string | null | undefined> {
  return (await listScheduleRuns(scene.ours.member.ctx, { id, limit: 1 })).items[0]?.reason;
}

const claimAll = (jobs: { runId: RunId }[]) => Promise.all(jobs.map(({ runId }) => claimRun(scene.ours.id, runId)));

describe("scheduled runs of an organization", () => {
  it("are three at once, however many claim at the same moment; the fourth waits its turn, says so, and follows", async () => {
    const jobs = await startJobs(4, script({ text: "Done." }));
    const claims = await claimAll([...jobs, ...jobs, ...jobs]);
    const claimed = claims.filter((claim) => claim !== null);
    expect(claimed).toHaveLength(3);
    const [first, ...others] = claimed;
    const fourth = jobs.find(({ runId }) => !claimed.some(({ lease }) => lease.runId === runId));
    if (!first || !fourth) throw new Error("None was claimed, or all.");
    expect(await reasonOf(fourth.id)).toBe(
      "Waits its turn: 3 scheduled runs of this organization are under way, and 3 may be at once. Owners and admins change this limit under Settings, Limits.",
    );
    // A chat is nobody's schedule.
    await expect(completeRun(scene.ours.member, [{ text: "At once." }])).resolves.toMatchObject({ status: "succeeded" });
    const called = new Promise<string>((resolve) => {
      hub().on("notice", (notice) => {
        if (notice.type === "run-queued" && notice.runId === fourth.runId) resolve(notice.runId);
      });
    });
    await hub().listen();
    await runAgent(first);
    expect(await called).toBe(fourth.runId);
    expect(await reasonOf(fourth.id)).toBeNull();
    const last = await claimRun(scene.ours.id, fourth.runId);
    await Promise.all([...others, ...(last ? [last] : [])].map((claim) => runAgent(claim)));
    expect((await firingsOf(scene.ours.id)).map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded", "succeeded"]);
  });

  it("are as many at once as its owner says, and no sweep asks for more", async () => {
    await putLimits(scene.ours.owner.ctx, { ...DEFAULT_LIMITS, scheduledRunsAtOnce: 1 });
    const jobs = await startJobs(3, script({ text: "Done." }));
    expect((await claimAll(jobs)).filter(Boolean)).toHaveLength(1);
    await sleep(1_100);
    const found = async () => (await findUndrivenRuns({ withParked: false })).filter(({ tenantId }) => tenantId === scene.ours.id);
    expect(await found()).toEqual([]);
    await putLimits(scene.ours.owner.ctx, { ...DEFAULT_LIMITS, scheduledRunsAtOnce: 3 });
    expect(await found()).toHaveLength(2);
    expect((await claimAll(jobs)).filter(Boolean)).toHaveLength(2);
  });

  it("are nobody else's: another organization's places are its own", async () => {
    const jobs = await startJobs(3, script({ text: "Done." }));
    expect((await claimAll(jobs)).filter(Boolean)).toHaveLength(3);
    const theirs = scene.theirs.member.ctx;
    const { id } = await createSchedule(theirs, { prompt: "Go.", cron: "0 0 1 1 *", missed: "once", overlap: "skip" });
    const { runId } = await runScheduleNow(theirs, { id });
    expect(await claimRun(scene.theirs.id, runId)).not.toBeNull();
  });

  it("leave their place while they wait for a person", async () => {
    const shell = { calls: [{ tool: "shell", args: { command: "echo hi" } }] };
    const jobs = await startJobs(4, script(shell, { text: "Done." }));
    const claimed = (await claimAll(jobs)).filter((claim) => claim !== null);
    expect(claimed).toHaveLength(3);
    await Promise.all(claimed.map((claim) => runAgent(claim)));
    expect((await claimAll(jobs)).filter(Boolean)).toHaveLength(1);
  });

  it("are driven by two workers, never more than three together, and none is lost", async () => {
    workers.push(...(await Promise.all([startWorkerProcess(model), startWorkerProcess(model)])));
    await startJobs(8, script({ text: "Done.", ttft: 400 }));
    let most = 0;
    await vi.waitFor(
      async () => {
        const firings = await firingsOf(scene.ours.id);
        const [driven] = await scene.ours.member.ctx.db.sql(
          (sql) => sql`select count(*)::int as count from runs where tenant_id = ${scene.ours.id} and status = 'running'`,
        );
        most = Math.max(most, driven?.count ?? 0);
        expect(firings.filter(({ status }) => status === "succeeded")).toHaveLength(8);
      },
      { timeout: 15_000, interval: 15 },
    );
    expect(most).toBe(3);
  }, 40_000);
});
