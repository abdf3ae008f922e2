import { expect, it } from "vitest";
import { modelPricesSchema } from "#lib/prices/model-price.ts";
import { readRows, rowsOf, saidRows } from "./price-rows.ts";

const prices = [
  { model: "openai:a", inputUsdPerMillion: 2.5, outputUsdPerMillion: 10 },
  { model: "openai:b", inputUsdPerMillion: 0.000_001, outputUsdPerMillion: 0 },
];

it("the form says again what it was given, and nothing of models that get no price", () => {
  const rows = rowsOf(prices, ["openai:c"]);
  expect(rows.map(({ model }) => model)).toEqual(["openai:a", "openai:b", "openai:c"]);
  expect(modelPricesSchema.parse(readRows(saidRows(rows)))).toEqual(prices);
});

it("half a price and words are left to the API, which names the field", () => {
  const rows = [{ key: 0, model: "openai:c", input: "2,5", output: "" }];
  expect(saidRows(rows)).toHaveLength(1);
  expect(modelPricesSchema.safeParse(readRows(rows)).error?.issues.map(({ path }) => path.join("."))).toEqual([
    "0.inputUsdPerMillion",
    "0.outputUsdPerMillion",
  ]);
});
