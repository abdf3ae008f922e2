import { z } from "zod";
import { toMicroUsd } from "./usd.ts";

/** US dollars for a million tokens. */
const perMillion = z
  .number("A price in US dollars, such as 2.50.")
  .min(0, "0 at least.")
  .max(100_000, "100,000 at most.")
  .refine((usd) => toMicroUsd(usd) / 1_000_000 === usd, "At most six digits behind the point.");

/** What the tokens of one model cost. Tokens that a provider took from its cache cost as much as others here. */
export const modelPriceSchema = z.strictObject({
  /** As the record names it: `openai:gpt-…`, `openai-compatible:…`, `ollama:…`. */
  model: z.string().trim().min(1, "The name of a model is needed.").max(200),
  inputUsdPerMillion: perMillion,
  outputUsdPerMillion: perMillion,
});
export type ModelPrice = z.output<typeof modelPriceSchema>;

const MAX_PRICES = 200;

/** All prices of an organization, each model once. */
export const modelPricesSchema = z
  .array(modelPriceSchema)
  .max(MAX_PRICES, `${MAX_PRICES} models at most.`)
  .superRefine((prices, context) => {
    prices.forEach(({ model }, index) => {
      if (prices.findIndex((other) => other.model === model) < index)
        context.addIssue({ code: "custom", path: [index, "model"], message: "This model has a price already." });
    });
  });

/**
 * The price of a model; null when nobody has set one. The built-in model, those that Ollama runs on this side, and the client of whoever calls tools by
 * themselves (which is no model of ours) cost nothing unless one is set.
 */
export function priceOf(prices: readonly ModelPrice[], model: string): Omit<ModelPrice, "model"> | null {
  return prices.find((price) => price.model === model) ?? (runsHere(model) ? FREE : null);
}

const FREE = { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };

function runsHere(model: string): boolean {
  return model === "demo" || model === "mcp-client" || model.startsWith("ollama:");
}
