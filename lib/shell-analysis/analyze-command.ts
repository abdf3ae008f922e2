import { CommandFinder } from "./command-finder.ts";
import { loadShellParser } from "./parser.ts";
import type { RunFiles } from "./run-files.ts";

export interface ShellAnalysis {
  /** Every command that the text names, bare (see `commandName`), in the order found and each once. */
  readonly names: readonly string[];
  /**
   * What the text does, bit by bit, each once: every command with its words, a single blank between them and quotes taken away (`git push`), every
   * variable that it sets (`PATH=.`) and every file that it writes by itself (`> out`). Commands behind commands stand there too: `env ls` and `ls`.
   */
  readonly acts: readonly string[];
  /** Those commands of `acts` once more whose program is named with its folder, without it: `git push` for `/usr/bin/git push`. */
  readonly bareActs: readonly string[];
  /**
   * Why the list may lack some, or null: the text does not parse, a name is made at run time, or a shell reads text that is not here
   * (a file, its input, `eval "$x"`). Whoever decides by the names must then decide as if anything could run.
   */
  readonly unreadable: string | null;
  /** The files whose content it runs: programs named with a folder, scripts of shells and other interpreters, what `make` and `npm` look for. */
  readonly runs: RunFiles;
}

/**
 * Finds the commands that a shell text would run: in each part of lists and pipelines, in groups, conditions, loops, functions and
 * substitutions, behind assignments and redirections, behind commands that run others (`env`, `timeout`, `xargs`, …), in the arguments and
 * variables by which a program is told to run one (`find -exec`, `git -c alias.x=!…`, `tar --to-command`, `ssh -o ProxyCommand`, `PAGER`), in
 * text handed to a shell (`sh -c`, `eval`, `trap`, here-documents) and under quotes and escapes. Data is left alone: arguments, patterns,
 * here-documents for other programs. Pure: nothing is run or looked up.
 *
 * It finds names and promises no safety: `find -delete`, interpreters and scripts do anything without a name to find.
 */
export function analyzeShellCommand(text: string): Promise<ShellAnalysis> {
  if (latest?.text === text) return latest.analysis;
  const analysis = analyze(text);
  latest = { text, analysis };
  analysis.catch(() => {
    if (latest?.analysis === analysis) latest = null;
  });
  return analysis;
}

/** The gate asks about a text several times in a row: what it does, what it names, what a card says of it. */
let latest: { text: string; analysis: Promise<ShellAnalysis> } | null = null;

async function analyze(text: string): Promise<ShellAnalysis> {
  const finder = new CommandFinder(await loadShellParser());
  finder.visitScript(text);
  const { names, acts, bareActs, doubt, files } = finder;
  return { names: [...names], acts: [...acts], bareActs: [...bareActs], unreadable: doubt, runs: files.result() };
}
