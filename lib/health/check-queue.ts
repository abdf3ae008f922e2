import { QUEUE_SCHEMA } from "#db/queue-schema.ts";
import { systemSql } from "#db/system.ts";
import { env } from "#lib/env.ts";
import { tryRedis } from "#lib/queue/try-redis.ts";
import type { Check } from "./check.ts";

/** Whether jobs can be handed over: Redis answers and takes them, or BullMQ's tables stand in PostgreSQL. */
export function checkQueue(): Promise<Check> {
  const url = env().REDIS_URL;
  return url ? checkRedis(url) : checkPostgresQueue();
}

const WAITING = "Chats go on; schedules and resumed runs wait until it is back.";

async function checkRedis(url: string): Promise<Check> {
  const state = await tryRedis(url);
  switch (state.kind) {
    case "ok":
      return { status: "ok", detail: "Redis answers." };
    case "silent":
      return { status: "down", detail: `Redis does not answer at REDIS_URL. ${WAITING} What was tried: ${state.words}` };
    case "refuses":
      return { status: "down", detail: `Redis answers and takes no jobs. ${WAITING} It says: ${state.words}` };
  }
}

async function checkPostgresQueue(): Promise<Check> {
  const [row] = await systemSql(
    (sql) => sql<{ tables: number }[]>`select count(*)::int as tables from pg_tables where schemaname = ${QUEUE_SCHEMA}`,
  );
  if (row && row.tables > 0) return { status: "ok", detail: "The queue is on PostgreSQL." };
  return { status: "down", detail: "The queue's tables are missing. Start with `npm start`, which makes them." };
}
