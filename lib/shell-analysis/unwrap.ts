import type { PrefixCommand } from "./prefix-commands.ts";
import type { Word } from "./word.ts";

/** What a prefix command runs: another command, or shell text; both null when it runs nothing. */
export interface Unwrapped {
  readonly inner: readonly Word[] | null;
  readonly script: string | null;
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const NOTHING: Unwrapped = { inner: null, script: null };

/** Takes `timeout -k 1 5 rm v` apart into `rm v`. `words` begins behind the name. */
export function unwrap(prefix: PrefixCommand, words: readonly Word[]): Unwrapped {
  let operands = prefix.operands ?? 0;
  let mayBeOption = true;
  for (let at = 0; at < words.length; at++) {
    const value = words[at]?.value ?? null;
    if (mayBeOption && value === "--") mayBeOption = false;
    else if (mayBeOption && value?.startsWith("-")) {
      if (prefix.asksOnly?.includes(value)) return NOTHING;
      const attached = attachedScript(prefix, value);
      if (attached !== null) return { inner: null, script: [attached, ...sources(words, at + 1)].join(" ") };
      if (prefix.scripts?.includes(value)) return { inner: null, script: sources(words, at + 1).join(" ") };
      if (takesNextWord(prefix, value)) at++;
    } else if (prefix.takesAssignments && value !== null && ASSIGNMENT.test(value)) mayBeOption = false;
    else if (operands > 0) operands--;
    else if (prefix.isScript) return { inner: null, script: sources(words, at).join(" ") };
    else return { inner: words.slice(at), script: null };
  }
  return NOTHING;
}

const sources = (words: readonly Word[], from: number): string[] => words.slice(from).map((word) => word.source);

/** `-Srm v`, `--split-string=rm v`. */
function attachedScript(prefix: PrefixCommand, value: string): string | null {
  for (const option of prefix.scripts ?? []) {
    const head = option.startsWith("--") ? `${option}=` : option;
    if (value.startsWith(head) && value.length > head.length) return value.slice(head.length);
  }
  return null;
}

/** `-k`, or a cluster of letters whose last one takes a value (`-nu`). */
function takesNextWord(prefix: PrefixCommand, value: string): boolean {
  const last = value.startsWith("--") ? value : `-${value.at(-1)}`;
  return prefix.valued?.includes(last) ?? false;
}
