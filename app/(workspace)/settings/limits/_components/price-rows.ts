import type { ModelPrice } from "#lib/prices/model-price.ts";

/** A row of the form, as it is written. `key` is its own for as long as it is on the page. */
export interface PriceRow {
  key: number;
  model: string;
  input: string;
  output: string;
}

/** Rows for the prices that there are, and an empty one for each model that has none. */
export function rowsOf(prices: readonly ModelPrice[], unpriced: readonly string[]): PriceRow[] {
  const priced = prices.map(({ model, inputUsdPerMillion, outputUsdPerMillion }) => ({
    model,
    input: String(inputUsdPerMillion),
    output: String(outputUsdPerMillion),
  }));
  return [...priced, ...unpriced.map((model) => ({ model, input: "", output: "" }))].map((row, key) => ({ key, ...row }));
}

/** Rows that say something: a model without any price stays without one. */
export function saidRows(rows: readonly PriceRow[]): PriceRow[] {
  return rows.filter(({ input, output }) => input.trim() !== "" || output.trim() !== "");
}

/** What the rows say, as the API takes it. What is no number is sent as it is: the API says what is wrong, by field. */
export function readRows(rows: readonly PriceRow[]): Record<keyof ModelPrice, unknown>[] {
  return rows.map(({ model, input, output }) => ({ model, inputUsdPerMillion: readPrice(input), outputUsdPerMillion: readPrice(output) }));
}

function readPrice(text: string): number | string | null {
  const written = text.trim();
  const usd = Number(written);
  if (written === "") return null;
  return Number.isFinite(usd) ? usd : written;
}
