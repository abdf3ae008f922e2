export type DiffLine = { kind: "same" | "added" | "removed"; text: string };

/** Beyond this many changed lines on a side the middle is shown as replaced: exact enough to decide, and never slow. */
const MAX_COMPARED_LINES = 1_500;

/** Line by line what a write changes, by longest common subsequence; a last line without its break counts as a line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const middle = changed(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail));
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [...old.slice(0, head).map(same), ...middle, ...old.slice(old.length - tail).map(same)];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

function changed(old: string[], fresh: string[]): DiffLine[] {
  if (old.length > MAX_COMPARED_LINES || fresh.length > MAX_COMPARED_LINES) return [...old.map(removed), ...fresh.map(added)];
  // longest[i * width + j]: the length of the longest common subsequence of old from i on and fresh from j on.
  const width = fresh.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [was, is] = [old[i], fresh[j]];
    if (was !== undefined && was === is) {
      lines.push({ kind: "same", text: was });
      i += 1;
      j += 1;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(was));
      i += 1;
    } else if (is !== undefined) {
      lines.push(added(is));
      j += 1;
    }
  }
  return lines;
}

function removed(text: string): DiffLine {
  return { kind: "removed", text };
}

function added(text: string): DiffLine {
  return { kind: "added", text };
}
