import { type DiffLine, lineDiff } from "#components/approval-card/line-diff.ts";

/** Unchanged lines that stand around a change. */
const CONTEXT_LINES = 3;

/** A stretch of a comparison: lines that are shown, or a number of unchanged ones that are not. */
export type DiffStretch = { kind: "lines"; lines: DiffLine[] } | { kind: "left-out"; count: number };

/** What changed between two texts, with a few lines around each change. Nothing when they are the same. */
export function shortenedDiff(before: string, after: string): DiffStretch[] {
  const lines = lineDiff(before, after);
  const isNear = nearChanges(lines);
  const stretches: DiffStretch[] = [];
  lines.forEach((line, index) => {
    const last = stretches.at(-1);
    if (isNear[index]) {
      if (last?.kind === "lines") last.lines.push(line);
      else stretches.push({ kind: "lines", lines: [line] });
    } else if (last?.kind === "left-out") last.count += 1;
    else stretches.push({ kind: "left-out", count: 1 });
  });
  return stretches.some(({ kind }) => kind === "lines") ? stretches : [];
}

function nearChanges(lines: readonly DiffLine[]): boolean[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  lines.forEach((line, index) => {
    if (line.kind !== "same") isNear.fill(true, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  });
  return isNear;
}
