const MAX_ITEMS = 12;
const MAX_ITEM_CHARS = 160;

/**
 * The headlines of a fetched page, in its order: numbered entries (a front page's stories) when there are several, else its headings, else
 * its items, else its first lines. `text` is what web_fetch returned.
 */
export function outline(text: string): string[] {
  const lines = pageLines(text);
  const numbered = lines.flatMap((line) => /^(?:[|\s]*)\d{1,3}\.[|\s]+(.*\S)/.exec(line)?.[1] ?? []);
  const headings = lines.flatMap((line) => /^#{1,4}\s+(.*\S)/.exec(line)?.[1] ?? []);
  const items = lines.flatMap((line) => /^-\s+(.*\S)/.exec(line)?.[1] ?? []);
  const found = [numbered, headings, items].find((list) => list.length >= 3) ?? (headings.length > 0 ? headings : lines.slice(0, 5));
  const clean = found.map(plainWords).filter(Boolean);
  return [...new Set(clean)].slice(0, MAX_ITEMS);
}

/** Title of the page, when the tool found one. */
export function pageTitle(text: string): string | undefined {
  return /^Title: (.+)$/m.exec(text)?.[1]?.trim();
}

function pageLines(text: string): string[] {
  const inner = /<untrusted-content[^>]*>([\s\S]*?)<\/untrusted-content/.exec(text)?.[1] ?? text;
  const lines = inner.split("\n").map((line) => line.trim());
  return lines.filter((line) => line && !/^Title: /.test(line));
}

/** Without links, the site in parentheses after them, and table borders. */
function plainWords(text: string): string {
  const words = text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s*\((?:[\w-]+\.)+[a-z]{2,}(?:\/[\w-]*)?\)\s*$/i, "")
    .replace(/[|\s]+/g, " ")
    .trim();
  return words.length > MAX_ITEM_CHARS ? `${words.slice(0, MAX_ITEM_CHARS - 1)}…` : words;
}
