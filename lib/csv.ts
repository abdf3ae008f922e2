/**
 * One record of a CSV file (RFC 4180), with its line end. Numbers stay numbers, null is empty. A text that a spreadsheet would take for a
 * formula (OWASP, CSV injection: `=`, `+`, `-`, `@`, tab, carriage return in front) gets an apostrophe before it; line breaks inside a text
 * are written as `\n`, so that a record is a line.
 */
export function csvLine(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string | number | boolean | null | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const defused = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;
  const text = defused.replace(/\r\n?|\n/g, "\\n");
  return /[",]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
