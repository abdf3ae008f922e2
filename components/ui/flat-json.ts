/**
 * A JSON value on one line, as `JSON.stringify` writes it, however deep: that one goes down the stack and throws at a few thousand levels,
 * which a hostile argument of some kilobytes reaches.
 */
export function flatJson(value: unknown): string {
  const written: string[] = [];
  const waiting: (unknown | Verbatim)[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next instanceof Verbatim) written.push(next.text);
    else if (Array.isArray(next))
      waiting.push(
        ...enclosed(
          "[",
          next.map((entry) => [entry]),
          "]",
        ),
      );
    else if (typeof next === "object" && next !== null) waiting.push(...enclosed("{", Object.entries(next).map(labelled), "}"));
    else written.push(JSON.stringify(next) ?? "null");
  }
  return written.join("");
}

class Verbatim {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function labelled([key, entry]: [string, unknown]): unknown[] {
  return [new Verbatim(`${JSON.stringify(key)}:`), entry];
}

/** In the order of a stack: what is written first comes last. */
function enclosed(opening: string, entries: unknown[][], closing: string): unknown[] {
  const parts: unknown[] = [new Verbatim(opening)];
  for (const [index, entry] of entries.entries()) parts.push(...(index === 0 ? [] : [new Verbatim(",")]), ...entry);
  parts.push(new Verbatim(closing));
  return parts.reverse();
}
