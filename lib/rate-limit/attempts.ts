import type { Statements } from "#db/transaction.ts";

/**
 * Counters of attempts, shared by all processes and exact: each count is one statement in the caller's transaction. For what is rare and
 * dangerous (passwords, tokens). `key` names the thing that is guarded; whatever a stranger typed goes in as a hash.
 */
export async function countAttempt(sql: Statements, key: string, windowSeconds: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    insert into rate_counters (key, window_start, count)
    values (${key}, to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}) * ${windowSeconds}), 1)
    on conflict (key, window_start) do update set count = rate_counters.count + 1
    returning count`;
  return row?.count ?? 1;
}

export async function forgetAttempts(sql: Statements, key: string): Promise<void> {
  await sql`delete from rate_counters where key = ${key}`;
}

/** Gives one attempt back: it turned out to be harmless. */
export async function returnAttempt(sql: Statements, key: string): Promise<void> {
  await sql`update rate_counters set count = count - 1 where key = ${key} and count > 0`;
}

/** Closes a door for a time, from now. A door that is closed already stays as it is. */
export async function lock(sql: Statements, key: string): Promise<void> {
  await sql`insert into rate_counters (key, window_start, count) values (${key}, now(), 1) on conflict do nothing`;
}

/** How long it stays closed, in ms; 0 when it is open. */
export async function lockedForMs(sql: Statements, key: string, lockSeconds: number): Promise<number> {
  const [row] = await sql<{ leftMs: number | null }[]>`
    select (extract(epoch from max(window_start) + make_interval(secs => ${lockSeconds}) - now()) * 1000)::float8 as "leftMs"
      from rate_counters where key = ${key}`;
  return Math.max(0, Math.ceil(row?.leftMs ?? 0));
}

/** Removes counters that no window needs any more. */
export async function sweepCounters(sql: Statements): Promise<void> {
  await sql`delete from rate_counters where window_start < now() - interval '1 hour'`;
}
