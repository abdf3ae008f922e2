import { rm } from "node:fs/promises";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker as BullWorker } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemSql } from "#db/system.ts";
import { tenantDb } from "#db/tenant.ts";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import type { RunId } from "#lib/ids.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { type RedisProcess, startRedis } from "#lib/testing/redis-process.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { firingsOf, insertSchedule } from "#lib/testing/schedule-scene.ts";
import { startWorkerProcess, type WorkerProcess } from "#lib/testing/worker-process.ts";

let model: ModelServer;
let redis: RedisProcess;
let scene: Scene;
const running: WorkerProcess[] = [];

beforeAll(async () => {
  model = await startModelServer();
  redis = await startRedis();
});
afterAll(async () => {
  await model.close();
  await redis.stop();
});
beforeEach(async () => {
  await systemSql((sql) => sql`delete from schedules`);
  scene = await createScene();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.kill()));
});

async function start(engine: Record<string, string> = {}): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(model, engine);
  running.push(worker);
  return worker;
}

const script = (...steps: unknown[]) => `Go.\n#script ${JSON.stringify(steps)}`;
const soon = (ms: number) => new Date(Date.now() + ms);

const engines: [string, () => Record<string, string>][] = [
  ["PostgreSQL", () => ({})],
  ["Redis", () => ({ REDIS_URL: redis.url })],
];

describe.each(engines)("workers with the queue on %s", (_, engine) => {
  it("fire a single time within moments of it, drive its run to the end, and complete the schedule", async () => {
    await start(engine());
    const { member } = scene.ours;
    const runAt = soon(1_500);
    await insertSchedule(member, { runAt, nextRunAt: runAt, prompt: script({ text: "Done." }) });
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "succeeded" }]), 8_000);
    const [firing] = await systemSql((sql) => sql`select lag_ms as "lagMs" from schedule_runs where tenant_id = ${scene.ours.id}`);
    expect(firing?.lagMs).toBeLessThan(2_000);
  });

  it("make one run for each due time, although three of them start together", async () => {
    const { member } = scene.ours;
    for (let index = 0; index < 20; index += 1) {
      const runAt = soon(2_500 + index * 20);
      await insertSchedule(member, { runAt, nextRunAt: runAt, prompt: script({ text: "Done." }) });
    }
    await Promise.all([start(engine()), start(engine()), start(engine())]);
    await vi.waitFor(async () => {
      const firings = await firingsOf(scene.ours.id);
      expect(firings.filter(({ status }) => status === "succeeded")).toHaveLength(20);
    }, 20_000);
    const [runs] = await systemSql((sql) => sql`select count(*)::int as count from runs where tenant_id = ${scene.ours.id}`);
    expect(runs?.count).toBe(20);
  }, 40_000);

  it("run a schedule now, for a web that only writes rows", async () => {
    await start(engine());
    const { member } = scene.ours;
    const { id } = await createSchedule(member.ctx, {
      prompt: script({ text: "Done." }),
      cron: "0 0 1 1 *",
      missed: "once",
      overlap: "skip",
    });
    const { runId } = await runScheduleNow(member.ctx, { id });
    await vi.waitFor(async () => expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "succeeded" }), 5_000);
  });
});

describe("a worker", () => {
  const slowRun = async () => {
    const { member } = scene.ours;
    const write = { tool: "file_system", args: { action: "write", path: `once-${Date.now()}.txt`, content: "x" } };
    const prompt = script({ calls: [write] }, { text: "Done.", ttft: 4_000 });
    const { id } = await createSchedule(member.ctx, { prompt, cron: "0 0 1 1 *", missed: "once", overlap: "skip" });
    const { runId } = await runScheduleNow(member.ctx, { id });
    await vi.waitFor(async () => expect((await getRun(member.ctx, { runId })).toolCalls).toMatchObject([{ status: "succeeded" }]), 10_000);
    return runId;
  };
  const finished = (runId: RunId) =>
    vi.waitFor(async () => expect(await getRun(scene.ours.member.ctx, { runId })).toMatchObject({ status: "succeeded" }), 25_000);

  it("that is killed in mid-run is replaced by another, and nothing is done twice", async () => {
    const first = await start();
    const runId = await slowRun();
    await first.kill();
    await start();
    await finished(runId);
    const run = await getRun(scene.ours.member.ctx, { runId });
    expect(run.toolCalls).toHaveLength(1);
    const [calls] = await systemSql((sql) => sql`select max(executions)::int as most from tool_calls where run_id = ${runId}`);
    expect(calls?.most).toBe(1);
    expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "succeeded" }]);
  }, 60_000);

  it("that is told to stop hands its runs over at once, and is gone within seconds", async () => {
    const [first] = [await start(), await start()];
    const runId = await slowRun();
    const stoppedAt = Date.now();
    expect(await first.stop()).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(8_000);
    await finished(runId);
    const [row] = await systemSql((sql) => sql`select interruptions from runs where id = ${runId}`);
    expect(row?.interruptions).toBe(0);
  }, 60_000);

  it("drives a run on as soon as a person has decided, holding nothing while it waited", async () => {
    await start();
    const { member, approver } = scene.ours;
    const prompt = script(
      { calls: [{ tool: "web_fetch", args: { url: "https://example.org/", method: "POST" } }] },
      { text: "Understood." },
    );
    const { id } = await createSchedule(member.ctx, { prompt, cron: "0 0 1 1 *", missed: "once", overlap: "skip" });
    const { runId } = await runScheduleNow(member.ctx, { id });
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "awaiting-approval" }]), 10_000);
    const [lease] = await systemSql((sql) => sql`select lease_owner as owner from runs where id = ${runId}`);
    expect(lease?.owner).toBeNull();
    const { items } = await listApprovals(approver.ctx, { status: "pending", limit: 10 });
    const [approval] = items;
    if (!approval) throw new Error("no request");
    await decideApproval(approver.ctx, { approvalId: approval.id, decision: "deny", inputDigest: approval.inputDigest });
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "succeeded" }]), 5_000);
    expect((await getRun(member.ctx, { runId })).toolCalls).toMatchObject([{ status: "denied" }]);
  }, 30_000);

  it("really stops a run that is cancelled", async () => {
    await start();
    const runId = await slowRun();
    await cancelRun(scene.ours.member.ctx, { runId });
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "cancelled" }]), 3_000);
  }, 40_000);

  it("says that it is alive, and takes that back when it stops", async () => {
    const worker = await start();
    const beats = () => systemSql((sql) => sql`select kind, sandbox from processes where pid = ${worker.pid}`);
    expect(await beats()).toMatchObject([{ kind: "worker" }]);
    await worker.stop();
    expect(await beats()).toEqual([]);
  });

  it("goes on when every connection to the database was cut", async () => {
    await start();
    await sleep(300);
    const { member } = scene.ours;
    await systemSql(
      (sql) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    ).catch(() => undefined);
    const runAt = soon(2_000);
    await insertSchedule(member, { runAt, nextRunAt: runAt, prompt: script({ text: "Done." }) });
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "succeeded" }]), 15_000);
  }, 30_000);
});

describe("a worker with a Redis of another kind", () => {
  const firesSoon = async () => {
    const runAt = soon(500);
    await insertSchedule(scene.ours.member, { runAt, nextRunAt: runAt, prompt: script({ text: "Done." }) });
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "succeeded" }]), 15_000);
  };

  it("runs what fires on one that is a cluster", async () => {
    const cluster = await startRedis(undefined, ["--cluster-enabled", "yes", "--cluster-config-file", `/tmp/nodes-${process.pid}.conf`]);
    const admin = new Redis(cluster.url);
    await admin.cluster("ADDSLOTSRANGE", 0, 16_383);
    await vi.waitFor(async () => expect(await admin.cluster("INFO")).toContain("cluster_state:ok"), 10_000);
    await start({ REDIS_URL: cluster.url });
    await firesSoon();
    admin.disconnect();
    await running.pop()?.kill();
    await cluster.stop();
    await rm(`/tmp/nodes-${process.pid}.conf`, { force: true });
  }, 40_000);

  it("shares one with another installation: neither takes the other's jobs", async () => {
    const taken: unknown[] = [];
    const [host = "", port] = new URL(redis.url).host.split(":");
    const others = ["run", "schedule-run"].map((name) => {
      const connection = { host, port: Number(port), maxRetriesPerRequest: null };
      return new BullWorker(name, async ({ data }) => void taken.push(data), { connection, prefix: "countersign" });
    });
    await Promise.all(others.map((other) => other.waitUntilReady()));
    await start({ REDIS_URL: redis.url });
    for (let time = 0; time < 3; time += 1) {
      await systemSql((sql) => sql`delete from schedules`);
      await firesSoon();
    }
    expect(taken).toEqual([]);
    await Promise.all(others.map((other) => other.close()));
  }, 60_000);

  it("goes on when it has become a replica, and another has its address", async () => {
    const [first, second] = [await startRedis(), await startRedis()];
    let current = first;
    const address = net.createServer((socket) => {
      const onward = net.connect(Number(new URL(current.url).port), "127.0.0.1");
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const)
        from.on("error", () => to.destroy()).pipe(to);
    });
    await new Promise<void>((resolve) => address.listen(0, "127.0.0.1", resolve));
    await start({ REDIS_URL: `redis://127.0.0.1:${(address.address() as net.AddressInfo).port}` });
    await firesSoon();
    current = second;
    const admin = new Redis(first.url);
    await admin.replicaof("127.0.0.1", 1);
    await systemSql((sql) => sql`delete from schedules`);
    await firesSoon();
    admin.disconnect();
    await running.pop()?.kill();
    address.close();
    await Promise.all([first.stop(), second.stop()]);
  }, 60_000);
});

describe("a worker whose Redis is away", () => {
  const never = { cron: "0 0 1 1 *", missed: "once", overlap: "skip" } as const;
  const queueRun = async (prompt: string) => {
    const { id } = await createSchedule(scene.ours.member.ctx, { prompt, ...never });
    return (await runScheduleNow(scene.ours.member.ctx, { id })).runId;
  };

  it("closes requests whose time is over, and hands its runs over when it is told to stop", async () => {
    const own = await startRedis();
    const worker = await start({ REDIS_URL: own.url });
    await queueRun(
      script({ calls: [{ tool: "web_fetch", args: { url: "https://example.org/", method: "POST" } }] }, { text: "Understood." }),
    );
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "awaiting-approval" }]), 10_000);
    const slow = await queueRun(script({ text: "Done.", ttft: 20_000 }));
    await vi.waitFor(async () => expect(await getRun(scene.ours.member.ctx, { runId: slow })).toMatchObject({ status: "running" }), 10_000);
    await own.stop();
    await queueRun(script({ text: "Done." }));
    await sleep(2_500);
    await tenantDb(scene.ours.id).sql((sql) => sql`update approvals set expires_at = now() where tenant_id = ${scene.ours.id}`);
    const { approver, member } = scene.ours;
    await vi.waitFor(async () => {
      const { items } = await listApprovals(approver.ctx, { limit: 10 });
      expect(items).toMatchObject([{ status: "expired" }]);
    }, 5_000);
    const stopping = worker.stop();
    await vi.waitFor(async () => expect(await getRun(member.ctx, { runId: slow })).toMatchObject({ status: "queued" }), 4_000);
    expect(await stopping).toBe(0);
    const [row] = await systemSql((sql) => sql`select interruptions from runs where id = ${slow}`);
    expect(row?.interruptions).toBe(0);
  }, 60_000);

  it("keeps the clock although it was started without it, and runs what fired as soon as Redis is there", async () => {
    const gone = await startRedis();
    await gone.stop();
    const starting = start({ REDIS_URL: gone.url });
    const runAt = soon(500);
    await insertSchedule(scene.ours.member, { runAt, nextRunAt: runAt, prompt: script({ text: "Done." }) });
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "queued" }]), 15_000);
    const back = await startRedis(Number(new URL(gone.url).port));
    await starting;
    await vi.waitFor(async () => expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "succeeded" }]), 10_000);
    await running.pop()?.kill();
    await back.stop();
  }, 60_000);
});
