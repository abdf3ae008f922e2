import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Language, type Node, Parser } from "web-tree-sitter";
import { singleton } from "#lib/singleton.ts";

/**
 * Parses shell text and hands the root of its tree to `use`; the tree is gone afterwards. The grammar is bash's; where a plain `/bin/sh` reads
 * the same text otherwise, see `readAsPosix`. Where it does not fit, `root.hasError` says so; null stands for text that takes too long, which
 * only text made for that does.
 */
export type ParseShell = <T>(script: string, use: (root: Node | null) => T) => T;

const MAX_PARSE_MS = 200;

/** Loads the parser, once for the process (about 20 ms). */
export async function loadShellParser(): Promise<ParseShell> {
  const parser = await singleton("shell-parser", createParser);
  return (script, use) => {
    const startedAt = performance.now();
    // The parser stops when this answers true, which its types do not say.
    const tree = parser.parse(script, null, { progressCallback: () => performance.now() - startedAt > MAX_PARSE_MS });
    if (!tree) {
      parser.reset();
      return use(null);
    }
    try {
      return use(tree.rootNode);
    } finally {
      tree.delete();
    }
  };
}

/** By path from the folder of the project: the packages stay outside the bundles of the web, and the processes start in that folder. */
async function createParser(): Promise<Parser> {
  await Parser.init();
  const grammar = await readFile(join(process.cwd(), "node_modules/tree-sitter-bash/tree-sitter-bash.wasm"));
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return parser;
}
