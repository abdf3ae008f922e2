import type { Node } from "web-tree-sitter";
import type { PosixReading } from "./posix-commands.ts";
import { type Call, callsIn } from "./syntax.ts";

/**
 * The commands that the grammar finds in a text, and those that a plain shell reads otherwise: `[ x || rm v ]`, `((rm v))`, what stands behind a
 * here-document that the grammar ends too late. Where it ends one too early, what follows is data.
 */
export function commandsOfBoth(root: Node, { commands, documents }: PosixReading): Call[] {
  const seen = documents.length > 0 ? startsOf(root, "heredoc_redirect") : [];
  const data = documents.filter(({ start }) => seen.includes(start));
  const calls = callsIn(root).filter(({ start }) => !data.some(({ from, to }) => from <= start && start < to));
  const lengths = new Map(calls.map(({ start, words }) => [start, words.length]));
  const others = commands.filter(({ start, words }) => lengths.get(start) !== words.length);
  const tests = others.length > 0 ? startsOf(root, "test_command") : [];
  return [...calls, ...others.filter(({ start }) => !tests.includes(start))];
}

const startsOf = (root: Node, type: string): number[] => root.descendantsOfType(type).map(({ startIndex }) => startIndex);
