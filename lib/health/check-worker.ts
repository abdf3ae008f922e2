import { systemSql } from "#db/system.ts";
import { ALIVE_SECONDS } from "#lib/runs/grant-lease.ts";
import type { Check } from "./check.ts";

/** Whether anybody does what has no browser: schedules, resumed runs, runs whose driver died. */
export async function checkWorker(): Promise<Check> {
  const [row] = await systemSql(
    (sql) => sql<{ alive: number; lastBeatAt: Date | null }[]>`
      select count(*) filter (where beat_at > now() - make_interval(secs => ${ALIVE_SECONDS}))::int as alive, max(beat_at) as "lastBeatAt"
        from processes where kind = 'worker'`,
  );
  if (row && row.alive > 0) return { status: "ok", detail: row.alive === 1 ? "One worker is alive." : `${row.alive} workers are alive.` };
  // One that was told to stop took its row away.
  const last = row?.lastBeatAt ? ` The last one was heard at ${row.lastBeatAt.toISOString()}.` : "";
  return {
    status: "down",
    detail: `No worker is alive.${last} Schedules and resumed runs wait. Start one: node worker/main.ts, or npm start.`,
  };
}
