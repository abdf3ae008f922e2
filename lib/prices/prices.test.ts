import { describe, expect, it } from "vitest";
import { addCosts, costOf, NO_COST } from "./cost.ts";
import { modelPricesSchema, priceOf } from "./model-price.ts";
import { toMicroUsd, toUsd, usdWords } from "./usd.ts";

const price = { model: "openai:a", inputUsdPerMillion: 0.15, outputUsdPerMillion: 0.6 };
const tokens = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });

describe("what tokens cost", () => {
  it("is their number times the price, to a millionth of a dollar", () => {
    expect(costOf(price, tokens(1_000_000, 1_000_000))).toEqual({ microUsd: 750_000, unpricedTokens: 0 });
    expect(costOf(price, tokens(3, 0))).toEqual({ microUsd: 0, unpricedTokens: 0 });
    expect(costOf(price, tokens(4, 0))).toEqual({ microUsd: 1, unpricedTokens: 0 });
  });

  it("is unknown without a price, and says of how many", () => {
    expect(costOf(null, tokens(10, 5))).toEqual({ microUsd: 0, unpricedTokens: 15 });
    expect(addCosts(costOf(null, tokens(10, 5)), costOf(price, tokens(4, 0)))).toEqual({ microUsd: 1, unpricedTokens: 15 });
    expect(addCosts(NO_COST, NO_COST)).toEqual(NO_COST);
  });

  it("is nothing for models that run here, unless they have a price", () => {
    const free = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
    expect([priceOf([], "demo"), priceOf([], "ollama:llama3")]).toEqual([free, free]);
    expect(priceOf([{ ...price, model: "ollama:llama3" }], "ollama:llama3")).toMatchObject({ outputUsdPerMillion: 0.6 });
    expect([priceOf([price], "openai:a"), priceOf([price], "openai:A"), priceOf([price], "openai:ab")]).toEqual([price, null, null]);
  });
});

describe("amounts of money", () => {
  it("add up exactly as millionths", () => {
    expect(toUsd(toMicroUsd(0.1) + toMicroUsd(0.2))).toBe(0.3);
  });

  it.each([
    [0, "$0.00"],
    [2.5, "$2.50"],
    [0.000_012, "$0.000012"],
    [1_200, "$1,200.00"],
  ])("%d are %s", (usd, words) => expect(usdWords(usd)).toBe(words));
});

it.each([
  [[price, price], "1.model"],
  [[{ ...price, model: " " }], "0.model"],
  [[{ ...price, inputUsdPerMillion: -1 }], "0.inputUsdPerMillion"],
  [[{ ...price, inputUsdPerMillion: null }], "0.inputUsdPerMillion"],
  [[{ ...price, outputUsdPerMillion: "0.6" }], "0.outputUsdPerMillion"],
  [[{ ...price, outputUsdPerMillion: 0.000_000_1 }], "0.outputUsdPerMillion"],
  [[{ ...price, outputUsdPerMillion: 1e9 }], "0.outputUsdPerMillion"],
  [[{ ...price, currency: "EUR" }], "0"],
  [Array.from({ length: 201 }, (_, index) => ({ ...price, model: `openai:${index}` })), ""],
])("prices that cannot be are refused, and where: %j", (prices, path) => {
  expect(modelPricesSchema.safeParse(prices).error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
