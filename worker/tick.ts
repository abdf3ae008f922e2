import { enqueue } from "#lib/queue/index.ts";
import { tickSchedules } from "#lib/schedules/tick-schedules.ts";

/** A schedule that was made or changed meanwhile is seen after this at the latest. */
const LONGEST_WAIT_MS = 250;
/** Firings this close together are taken together. */
const SHORTEST_WAIT_MS = 10;

/** One look at the clock: takes what is due and hands it to the queue. Answers how long to wait. */
export async function tick(): Promise<number> {
  const { fired, untilNextMs, isFull } = await tickSchedules();
  // Not awaited: a slow queue must not make the clock slow. What it loses is asked for again by the sweep.
  void enqueue("schedule-run", fired);
  if (isFull) return 0;
  return Math.min(Math.max(untilNextMs ?? LONGEST_WAIT_MS, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
}
