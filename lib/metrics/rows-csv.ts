import { csvLine } from "#lib/csv.ts";
import { download } from "#lib/http/download.ts";

type Cell = string | number | boolean | Date | null | undefined;

/**
 * Rows as a CSV file: exactly the figures that the JSON has, a row a line. A file has all of these columns, in this order, whatever its rows were read
 * from and when it has none.
 */
export function rowsCsv(fileName: string, rows: readonly object[], columns: readonly string[]): Response {
  return download(fileName, "text/csv; charset=utf-8", lines(rows, columns));
}

async function* lines(rows: readonly object[], columns: readonly string[]): AsyncGenerator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(columns.map((column) => textOf((row as Record<string, Cell>)[column])));
}

function textOf(cell: Cell): string | number | boolean | null | undefined {
  return cell instanceof Date ? cell.toISOString() : cell;
}
