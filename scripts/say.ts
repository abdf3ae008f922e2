/** Where the clock of the start begins: `countersign.mjs` hands it over, since installing comes before this process exists. */
const startedAt = Number(process.env.COUNTERSIGN_STARTED_AT) || Date.now();

/** One line about what the launcher is doing, with the seconds since the command was typed. */
export function say(line: string): void {
  process.stdout.write(`${`${((Date.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8)}  ${line}\n`);
}

/** "1.4 s", for the lines that tell how long something took. */
export function seconds(sinceMs: number): string {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
