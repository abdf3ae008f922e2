import type { ModelPrice } from "./model-price.ts";

/** What tokens cost. */
export interface Cost {
  /** Of those whose model had a price, in millionths of a US dollar. */
  microUsd: number;
  /** The number of the others. */
  unpricedTokens: number;
}

export const NO_COST: Cost = { microUsd: 0, unpricedTokens: 0 };

/** @param price null: nobody has set one */
export function costOf(
  price: Omit<ModelPrice, "model"> | null,
  tokens: { inputTokens: number; outputTokens: number; totalTokens: number },
): Cost {
  if (!price) return { microUsd: 0, unpricedTokens: tokens.totalTokens };
  // Dollars for a million tokens are millionths of a dollar for one.
  const microUsd = tokens.inputTokens * price.inputUsdPerMillion + tokens.outputTokens * price.outputUsdPerMillion;
  return { microUsd: Math.round(microUsd), unpricedTokens: 0 };
}

export function addCosts(left: Cost, right: Cost): Cost {
  return { microUsd: left.microUsd + right.microUsd, unpricedTokens: left.unpricedTokens + right.unpricedTokens };
}
