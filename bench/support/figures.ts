/** The value below which a share `q` of the values lie. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** One row: what was measured, the figure, the goal, and whether it is met. Ratios of one run, not times of this machine. */
export function row(name: string, figure: string, value: number, goal: number): void {
  process.stdout.write(`${value <= goal ? "met   " : "MISSED"}  ${name.padEnd(58)} ${figure}  (goal ≤ ${goal})\n`);
}
