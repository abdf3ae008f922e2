/**
 * A message as it is kept: without empty lines before it and blanks behind it. With several lines the first keeps its indentation, which in code
 * means something.
 */
export function saidText(text: string): string {
  const said = text.replace(/^\s*\n/, "").trimEnd();
  return said.includes("\n") ? said : said.trimStart();
}
