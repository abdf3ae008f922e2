import { readFile, writeFile } from "node:fs/promises";

/** How a set of tests ended. Something that failed outside of any test (a file that cannot be loaded, a set-up) counts as one failed test. */
export interface Tally {
  passed: number;
  failed: number;
}

/** Where a test runner's reporter is to leave its tally; unset when nobody asks for one. */
export const TALLY_FILE = "COUNTERSIGN_TALLY_FILE";

export async function writeTally(tally: Tally): Promise<void> {
  const file = process.env[TALLY_FILE];
  if (file) await writeFile(file, JSON.stringify(tally));
}

/** A runner that left none, or that ran nothing, has failed: silence is not success. */
export async function readTally(file: string, code: number): Promise<Tally> {
  const tally = await readFile(file, "utf8").then(
    (content) => JSON.parse(content) as Tally,
    () => ({ passed: 0, failed: 0 }),
  );
  const hasFailedSilently = tally.failed === 0 && (code !== 0 || tally.passed === 0);
  return hasFailedSilently ? { ...tally, failed: 1 } : tally;
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}
