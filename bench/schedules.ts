import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#lib/env.ts";
import { newId, type ScheduleRunId, type TenantId } from "#lib/ids.ts";
import { closeQueues, enqueue, JOBS, startWorker } from "#lib/queue/index.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { fireSchedule } from "#lib/schedules/fire-schedule.ts";
import { tickSchedules } from "#lib/schedules/tick-schedules.ts";
import { startRedis } from "#lib/testing/redis-process.ts";
import { createSceneMember, createSceneOrganization, type SceneMember } from "#lib/testing/scene.ts";
import { openDatabase } from "./support/database.ts";
import { quantile, row } from "./support/figures.ts";

/**
 * Schedules that fire once a minute each, spread evenly, over half a minute, on embedded PostgreSQL with every commit on disk. Lag is from the due
 * time to the durable firing, and, where the queue takes part, to the durable run that it begins.
 */
const WINDOW_MS = 30_000;
const SETTLE_MS = 2_000;
const GOAL_P99_MS = 250;
const GOAL_CREATED_MS = 1;

const { sql, close } = await openDatabase();
const redis = await startRedis();
try {
  const { id: tenantId, member } = await createSceneOrganization();
  await creation(tenantId);
  await firing("10,000 a minute, queue on PostgreSQL", member, 10_000, { isDelivered: true });
  await closeQueues();
  Object.assign(env(), { REDIS_URL: redis.url });
  await firing("10,000 a minute, queue on Redis", member, 10_000, { isDelivered: true });
  await firing("100,000 a minute, recorded", member, 100_000, { isDelivered: false });
} finally {
  await closeQueues();
  await redis.stop();
  await close();
}

async function creation(tenantId: TenantId): Promise<void> {
  const members = await Promise.all(Array.from({ length: 40 }, () => createSceneMember(tenantId, "member")));
  const input = { prompt: "Look.", cron: "0 9 * * 1-5", timeZone: "Europe/Madrid", missed: "once", overlap: "skip" } as const;
  const make = (rounds: number) =>
    Promise.all(
      members.map(async ({ ctx }) => {
        for (let made = 0; made < rounds; made += 1) await createSchedule(ctx, input);
      }),
    );
  await make(5);
  const startedAt = performance.now();
  await make(50);
  const seconds = (performance.now() - startedAt) / 1_000;
  const msEach = (seconds * 1_000) / (members.length * 50);
  row(
    "schedules made, with chat and record: ms each",
    `${msEach.toFixed(2)} ms (${Math.round(1_000 / msEach)} a second)`,
    msEach,
    GOAL_CREATED_MS,
  );
}

async function firing(name: string, { ctx }: SceneMember, count: number, { isDelivered }: { isDelivered: boolean }): Promise<void> {
  await sql`delete from schedules`;
  const start = Date.now() + SETTLE_MS + count / 4;
  await seed(ctx.tenantId, ctx.userId, count, start);
  const [recordedAt, begunAt] = [new Map<ScheduleRunId, number>(), new Map<ScheduleRunId, number>()];
  const worker = isDelivered
    ? startWorker(
        "schedule-run",
        async (payload) => {
          const { tenantId, scheduleRunId } = JOBS["schedule-run"].parse(payload);
          await fireSchedule(tenantId, scheduleRunId);
          begunAt.set(scheduleRunId, Date.now());
        },
        { concurrency: 8 },
      )
    : null;
  await worker?.ready;
  await sleep(start - Date.now());
  const cpu = process.cpuUsage();
  await tickUntil(start + WINDOW_MS, isDelivered, recordedAt);
  const { user, system } = process.cpuUsage(cpu);
  for (let waited = 0; isDelivered && begunAt.size < recordedAt.size && waited < 20_000; waited += 100) await sleep(100);
  await worker?.stop();
  const firings = await sql<
    { id: ScheduleRunId; at: Date }[]
  >`select id, scheduled_for as at from schedule_runs where scheduled_for < ${new Date(start + WINDOW_MS)}`;
  const [{ doubled = 0 } = {}] = await sql<{ doubled: number }[]>`
    select (count(*) - count(distinct (schedule_id, scheduled_for)))::int as doubled from schedule_runs`;
  const lags = (times: Map<ScheduleRunId, number>) =>
    firings.flatMap(({ id, at }) => (times.has(id) ? [(times.get(id) ?? 0) - at.getTime()] : []));
  const expected = Math.floor((count * WINDOW_MS) / 60_000);
  const note = `${firings.length} of ${expected} due, ${doubled} doubled, CPU ${Math.round((user + system) / 10 / WINDOW_MS)} %`;
  report(`schedules, ${name}: firing`, lags(recordedAt), note);
  if (isDelivered) report(`schedules, ${name}: run begun`, lags(begunAt), `${begunAt.size} begun`);
}

/** The worker's own rhythm (`worker/tick.ts`), with a note of when each firing was durable. */
async function tickUntil(end: number, isDelivered: boolean, recordedAt: Map<ScheduleRunId, number>): Promise<void> {
  while (Date.now() < end + 500) {
    const { fired, nextDueAt } = await tickSchedules();
    const now = Date.now();
    for (const { scheduleRunId } of fired) recordedAt.set(scheduleRunId, now);
    if (isDelivered) void enqueue("schedule-run", fired);
    await sleep(Math.min(Math.max((nextDueAt?.getTime() ?? 0) - Date.now(), 10), 250));
  }
}

async function seed(tenantId: TenantId, userId: string, count: number, start: number): Promise<void> {
  for (let from = 0; from < count; from += 5_000) {
    const rows = Array.from({ length: Math.min(5_000, count - from) }, (_, index) => {
      const due = start + ((from + index) * 60_000) / count;
      return { id: newId(), due: new Date(due).toISOString(), made: new Date(due - 3_600_000).toISOString() };
    });
    await sql`
      insert into schedules (tenant_id, id, name, prompt, every_ms, time_zone, status, next_run_at, created_by, created_at, updated_at)
      select ${tenantId}, id, 'Bench', 'Look.', 60000, 'UTC', 'active', due, ${userId}, made, made
        from jsonb_to_recordset(${sql.json(rows)}) as r (id uuid, due timestamptz, made timestamptz)`;
  }
  await sql`analyze schedules`;
}

function report(name: string, lags: number[], note: string): void {
  const p99 = quantile(lags, 0.99);
  row(`${name}, lag at p99`, `${p99} ms (p50 ${quantile(lags, 0.5)}; ${note})`, p99, GOAL_P99_MS);
}
