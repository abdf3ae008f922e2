import { withinTime } from "./within-time.ts";

/** By the clock: a machine that is busy with other things must not make a sound pattern fail. */
const MAX_MS = 500;

/**
 * A regular expression that somebody else wrote, whose search is ended after half a second: some take years over thirty characters.
 * @throws SyntaxError when it is none; its `test` throws when it takes too long
 */
export function boundedPattern(source: string): { test(text: string): boolean; toString(): string } {
  const pattern = parse(source);
  return {
    test: (text) => withinTime(MAX_MS, () => pattern.test(text)),
    // By it a compiled schema tells its patterns apart.
    toString: () => String(pattern),
  };
}

/** Many write patterns that are only right without the `u` that JSON Schema means. */
function parse(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
