import type { ReactNode } from "react";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { bucketWords } from "./time-axis.ts";
import type { MetricsView } from "./view.ts";

/** A chart's numbers for those who do not see it, or want to read them: a row for each part in which something happened. */
export function SeriesTable({
  caption,
  bucket,
  columns,
  rows,
}: {
  caption: string;
  bucket: MetricsView["bucket"];
  columns: string[];
  rows: { at: Date; cells: ReactNode[] }[];
}) {
  return (
    <Disclosure summary="Show as a table">
      <Table caption={caption}>
        <thead>
          <tr>
            <Th>When</Th>
            {columns.map((column) => (
              <Th key={column} isNumeric>
                {column}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, cells }) => (
            <tr key={at.getTime()}>
              <Td className="whitespace-nowrap text-sm">{bucketWords(at.toISOString(), bucket)}</Td>
              {cells.map((cell, index) => (
                <Td key={columns[index]} isNumeric>
                  {cell}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  );
}
