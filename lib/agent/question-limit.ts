import { dayReached, type ReachedLimit, stepReached } from "#lib/limits/reached-limit.ts";
import { costOf } from "#lib/prices/cost.ts";
import { priceOf } from "#lib/prices/model-price.ts";
import { toUsd } from "#lib/prices/usd.ts";
import { type Question, tokensOf } from "./compose-question.ts";
import type { Drive } from "./drive.ts";
import type { ModelChoice } from "./models/index.ts";

/**
 * The limit that leaves no room for the next question to the model; null when there is room. A run that is about to begin also finds that no call is
 * left for today: later steps meet that when they ask for one.
 */
export function questionLimit(drive: Drive, model: ModelChoice, question: Question): ReachedLimit | null {
  const { journal, state } = drive;
  const { run } = state;
  // What the last question cost is known, and the next one is no shorter.
  drive.questionTokens ??= isAsked(model) ? tokensOf(question) : 0;
  const used = { tokens: run.usage.totalTokens, usd: toUsd(run.cost.microUsd), activeMs: journal.activeMs };
  const asked = { tokens: drive.questionTokens, usd: toUsd(questionCost(drive, model, drive.questionTokens)) };
  return (run.step === 0 ? dayReached(journal.rights.allowance) : null) ?? stepReached(journal.rights.allowance, used, asked);
}

/** A client that calls tools by itself reads no question. */
function isAsked({ provider }: ModelChoice): boolean {
  return provider !== "relay";
}

/** What the question of the next step will cost, before the model says a word. */
function questionCost({ journal }: Drive, model: ModelChoice, inputTokens: number): number {
  return costOf(priceOf(journal.rights.allowance.prices, model.id), { inputTokens, outputTokens: 0, totalTokens: inputTokens }).microUsd;
}
