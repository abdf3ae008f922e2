import { QUEUE_SCHEMA } from "#db/queue-schema.ts";
import { systemSql } from "#db/system.ts";
import { env } from "#lib/env.ts";
import { pingRedis } from "#lib/queue/ping-redis.ts";
import type { Check } from "./check.ts";

/** Whether jobs can be handed over: Redis answers, or BullMQ's tables stand in PostgreSQL. */
export function checkQueue(): Promise<Check> {
  const url = env().REDIS_URL;
  return url ? checkRedis(url) : checkPostgresQueue();
}

async function checkRedis(url: string): Promise<Check> {
  if (await pingRedis(url)) return { status: "ok", detail: "Redis answers." };
  return { status: "down", detail: "Redis does not answer at REDIS_URL. Chats go on; schedules and resumed runs wait until it is back." };
}

async function checkPostgresQueue(): Promise<Check> {
  const [row] = await systemSql(
    (sql) => sql<{ tables: number }[]>`select count(*)::int as tables from pg_tables where schemaname = ${QUEUE_SCHEMA}`,
  );
  if (row && row.tables > 0) return { status: "ok", detail: "The queue is on PostgreSQL." };
  return { status: "down", detail: "The queue's tables are missing. Start with `npm start`, which makes them." };
}
