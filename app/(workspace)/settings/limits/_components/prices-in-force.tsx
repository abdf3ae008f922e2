import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ModelPrice } from "#lib/prices/model-price.ts";
import { usdWords } from "#lib/prices/usd.ts";

/** The prices, to read. */
export function PricesInForce({ prices, unpriced }: { prices: readonly ModelPrice[]; unpriced: readonly string[] }) {
  if (prices.length + unpriced.length === 0) return <p className="text-muted">No model has a price.</p>;
  return (
    <Table caption="Prices of models, for a million tokens">
      <thead>
        <tr>
          <Th>Model</Th>
          <Th isNumeric>Input</Th>
          <Th isNumeric>Output</Th>
        </tr>
      </thead>
      <tbody>
        {prices.map(({ model, inputUsdPerMillion, outputUsdPerMillion }) => (
          <tr key={model}>
            <Td>
              <VisibleText text={model} />
            </Td>
            <Td isNumeric>{usdWords(inputUsdPerMillion)}</Td>
            <Td isNumeric>{usdWords(outputUsdPerMillion)}</Td>
          </tr>
        ))}
        {unpriced.map((model) => (
          <tr key={model}>
            <Td>
              <VisibleText text={model} />
            </Td>
            <Td isNumeric>no price</Td>
            <Td isNumeric>no price</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
