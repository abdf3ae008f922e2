import { existsSync } from "node:fs";
import path from "node:path";

/** What is meant as a path of this repository: in a folder of its root, or in some folder and with an ending of ours, or one of the files of the root. */
const PATH =
  /^(?:(?:app|bench|components|db|deploy|docs|e2e|lib|public|scripts|skills|worker|tools|\.ci)\/|[a-z][\w-]*(?:\/[\w.[\]-]+)+\.(?:tsx?|mjs|md|json|css)$|(?:README|AGENTS)\.md$|LICENSE$|Dockerfile$|docker-compose\.yml$|[\w-]+\.(?:mjs|json)$)/;

/** Said of what the reader makes: the worked example of docs/add-a-tool.md. */
const MADE_BY_THE_READER = /^lib\/tools\/checksum(\/|$)/;

/**
 * The paths that a document cites: words in single back quotes, targets of links and pictures. What `folder` holds may be cited as seen from
 * it (components/README.md does).
 */
export function citedPaths(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, "");
  const words = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, word = ""]) => word.trim());
  const links = [...prose.matchAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g)].map(([, target = ""]) => target.replace(/#.*$/, ""));
  return [...new Set([...words.filter((word) => PATH.test(word) && !/[\s*<…]/.test(word)), ...links])].filter(
    (word) => !MADE_BY_THE_READER.test(word),
  );
}

/** Those that are nowhere: neither from the root nor beside the document. */
export function missingPaths(document: string, markdown: string): string[] {
  return citedPaths(markdown).filter((cited) => !existsSync(cited) && !existsSync(path.join(path.dirname(document), cited)));
}

/** First cells of the table under a heading, without their back quotes. */
export function firstColumn(markdown: string, heading: string): string[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell = ""]) => cell);
}
