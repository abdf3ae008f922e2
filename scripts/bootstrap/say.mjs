// The start's clock: whichever process is first sets it, the ones after it inherit it.
process.env.COUNTERSIGN_STARTED_AT ??= String(Date.now());
const startedAt = Number(process.env.COUNTERSIGN_STARTED_AT);

/**
 * One line about what the launcher is doing, with the seconds since the command was typed.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${`${((Date.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8)}  ${line}\n`);
}

/**
 * "1.4 s", for the lines that tell how long something took.
 * @param {number} sinceMs
 */
export function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
