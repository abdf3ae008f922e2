import { compactRunStatistics } from "#lib/metrics/compact-run-statistics.ts";
import { compactStatistics } from "#lib/metrics/compact-statistics.ts";

/** An hour that is over is merged within this time; until then its figures come from rows for each call and run, no less right. */
const EVERY_MS = 10 * 60_000;

/** Merges the statistics of hours that are over. With several workers one of them does it. */
export async function compact(): Promise<number> {
  await compactStatistics();
  await compactRunStatistics();
  return EVERY_MS;
}
