import type { PrefixCommand } from "./prefix-commands.ts";
import type { Word } from "./word.ts";

/** What a prefix command runs: another command, shell texts, or nothing. */
export interface Unwrapped {
  readonly inner: readonly Word[] | null;
  readonly scripts: readonly string[];
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** Takes `timeout -k 1 5 rm v` apart into `rm v`. `words` begins behind the name. */
export function unwrap(prefix: PrefixCommand, all: readonly Word[]): Unwrapped {
  const words = prefix.subcommands ? behind(prefix.subcommands, all) : all;
  const scripts: string[] = [];
  let operands = operandsOf(prefix, words);
  let mayBeOption = true;
  for (let at = 0; at < words.length; at++) {
    const value = words[at]?.value ?? null;
    if (mayBeOption && value === "--") mayBeOption = false;
    else if (mayBeOption && value?.startsWith("-")) {
      if (prefix.asksOnly?.includes(value)) break;
      const attached = attachedScript(prefix, value);
      if (attached !== null) scripts.push([attached, ...sources(words, at + 1)].join(" ").trimStart());
      if (attached !== null && prefix.blank)
        return { inner: null, scripts: scripts.map((text) => text.replaceAll(prefix.blank ?? "", " ")) };
      if (attached === "" || takesNextWord(prefix, value)) at++;
    } else if (prefix.takesAssignments && value !== null && ASSIGNMENT.test(value)) mayBeOption = false;
    else if (operands > 0) operands--;
    else if (prefix.isScript) return { inner: null, scripts: [...scripts, sources(words, at).join(" ")] };
    else return { inner: words.slice(at), scripts };
  }
  return { inner: null, scripts };
}

function operandsOf({ mayNameFirst, operands = 0, operandsUnless = [] }: PrefixCommand, words: readonly Word[]): number {
  if (mayNameFirst) return words[0]?.source.startsWith("-") ? 0 : 1;
  return words.some(({ source }) => operandsUnless.some((option) => source.startsWith(option))) ? 0 : operands;
}

/** Nothing when none of the words is there. */
function behind(subcommands: readonly string[], words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ value }) => value !== null && subcommands.includes(value));
  return at < 0 ? [] : words.slice(at + 1);
}

const sources = (words: readonly Word[], from: number): string[] => words.slice(from).map((word) => word.source);

/** `-Srm v`, `--split-string=rm v`; empty for `-S` and a cluster that ends in it (`-iS`), where the text is the next word. */
function attachedScript(prefix: PrefixCommand, value: string): string | null {
  for (const option of prefix.scripts ?? []) {
    if (value === option) return "";
    if (option.startsWith("--")) {
      const [given = ""] = value.split("=", 1);
      if (isLong(given, option)) return value.slice(given.length + 1);
    } else {
      const letters = /^-(\w*)/.exec(value)?.[1] ?? "";
      const at = letters.indexOf(option.slice(1));
      const isReached = at >= 0 && ![...letters.slice(0, at)].some((letter) => prefix.valued?.includes(`-${letter}`));
      if (isReached) return value.slice(at + 2);
    }
  }
  return null;
}

/** `-k`, or a cluster of letters whose last one takes a value (`-nu`); behind another that does, it is that one's value (`-uroot`). */
function takesNextWord(prefix: PrefixCommand, value: string): boolean {
  if (value.startsWith("--")) return prefix.valued?.some((option) => isLong(value, option)) ?? false;
  const letters = [...value.slice(1)];
  const at = letters.findIndex((letter) => prefix.valued?.includes(`-${letter}`) || prefix.attached?.includes(letter));
  return at === letters.length - 1 && !prefix.attached?.includes(letters[at] ?? "");
}

/** A long option, whole or cut short as GNU's programs let it be (`--sig` for `--signal`). */
function isLong(given: string, option: string): boolean {
  return given.length > 2 && option.startsWith("--") && option.startsWith(given);
}
