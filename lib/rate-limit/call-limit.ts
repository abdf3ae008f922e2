import { systemSql } from "#db/system.ts";
import { AppError, messageOf } from "#lib/errors.ts";
import type { TenantId, UserId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { singleton } from "#lib/singleton.ts";
import { sweepCounters } from "./attempts.ts";

export const CALLS_PER_MINUTE = 1_000;

const WINDOW_MS = 60_000;
const SHARE_AFTER_MS = 1_000;

/**
 * Counts one call of a member: 1,000 in a minute of the clock, over all processes. A request waits for no database here: each process counts by
 * itself and shares its counts once a second, so the limit is exact on one web process and up to a second late over several.
 *
 * @throws AppError 429 `rate_limited` with `retryAfterMs`
 */
export function countCall(tenantId: TenantId | null, userId: UserId, now = Date.now()): void {
  const calls = singleton("call-limit", () => new CallCounts());
  if (calls.add(`calls:${tenantId ?? "-"}:${userId}`, now) <= CALLS_PER_MINUTE) return;
  const retryAfterMs = WINDOW_MS - (now % WINDOW_MS);
  throw new AppError("rate_limited", `More than ${CALLS_PER_MINUTE} calls in a minute. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`, {
    retryAfterMs,
  });
}

interface Count {
  /** What all processes had counted when we shared last, ours included. */
  shared: number;
  /** What we have counted since. */
  unshared: number;
}

class CallCounts {
  #window = 0;
  #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | null = null;

  /** The number of calls in this window, this one included. */
  add(key: string, now: number): number {
    const window = now - (now % WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = this.#counts.get(key) ?? { shared: 0, unshared: 0 };
    count.unshared += 1;
    this.#counts.set(key, count);
    this.#timer ??= setTimeout(() => void this.#share(), SHARE_AFTER_MS).unref();
    return count.shared + count.unshared;
  }

  async #share(): Promise<void> {
    this.#timer = null;
    const counts = this.#counts;
    const changes = [...counts].filter(([, count]) => count.unshared > 0).map(([key, count]) => ({ key, count: count.unshared }));
    for (const { key, count } of changes) {
      const entry = counts.get(key);
      if (entry) Object.assign(entry, { shared: entry.shared + count, unshared: entry.unshared - count });
    }
    try {
      const totals = await shareCounts(new Date(this.#window), changes);
      for (const { key, count } of totals) {
        const entry = counts.get(key);
        if (entry) entry.shared = Math.max(entry.shared, count);
      }
    } catch (error) {
      // The limit holds in this process; a database that is away must not stop requests that would fail anyway.
      log.warn("call-counts-not-shared", { detail: messageOf(error) });
    }
  }
}

function shareCounts(window: Date, changes: { key: string; count: number }[]): Promise<{ key: string; count: number }[]> {
  return systemSql(async (sql) => {
    await sweepCounters(sql);
    return sql<{ key: string; count: number }[]>`
      insert into rate_counters (key, window_start, count)
      select key, ${window}, count from jsonb_to_recordset(${sql.json(changes)}) as change (key text, count int) order by key
      on conflict (key, window_start) do update set count = rate_counters.count + excluded.count
      returning key, count`;
  });
}
