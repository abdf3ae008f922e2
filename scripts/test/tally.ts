import { readFile, writeFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";

/** How a set of tests ended. Something that failed outside of any test (a file that cannot be loaded, a set-up) counts as one failed test. */
export interface Tally {
  passed: number;
  failed: number;
  /** Which failed, and which passed only at the second try, each with what it said: the end of a long log is what is read. */
  told: string[];
}

/** One line of `told`: the test, and the first line of what it said. */
export function toldOf(how: "failed" | "passed at the second try", test: string, words: string | undefined): string {
  const [first = ""] = stripVTControlCharacters(words ?? "").split("\n");
  return `${how}: ${test}${first && ` (${first.slice(0, MAX_TOLD_CHARS)})`}`;
}

const MAX_TOLD_CHARS = 300;

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
    () => ({ passed: 0, failed: 0, told: [] }),
  );
  const hasFailedSilently = tally.failed === 0 && (code !== 0 || tally.passed === 0);
  return hasFailedSilently ? { ...tally, failed: 1 } : tally;
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    told: tallies.flatMap(({ told }) => told),
  };
}
