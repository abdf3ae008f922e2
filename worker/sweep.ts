import { expireApprovals } from "#lib/approvals/expire-approvals.ts";
import { enqueue } from "#lib/queue/index.ts";
import { findUndrivenRuns } from "#lib/runs/find-undriven-runs.ts";
import { findUnbegunFirings } from "#lib/schedules/find-unbegun-firings.ts";
import { healSchedules } from "#lib/schedules/heal-schedules.ts";

const EVERY_MS = 1_000;
/** A decision hands a parked run over in its own commit; one that nobody got is rare, and looking for it is not free. */
const PARKED_EVERY = 10;

let sweeps = 0;

/** What fell through: runs without a driver, firings that the queue lost, requests whose time is over, schedules without a next run. */
export async function sweep(): Promise<number> {
  const withParked = sweeps % PARKED_EVERY === 0;
  sweeps += 1;
  await expireApprovals();
  const [runs, firings] = await Promise.all([findUndrivenRuns({ withParked }), findUnbegunFirings(), healSchedules()]);
  await Promise.all([enqueue("run", runs), enqueue("schedule-run", firings)]);
  return EVERY_MS;
}
