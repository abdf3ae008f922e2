import { canonicalJson } from "#lib/canonical-json.ts";
import { requirementSchema } from "#lib/policies/policy.ts";
import type { Evaluation } from "./evaluation.ts";

const REASON =
  "The same call with the same arguments stands earlier in this message, and it changes something. A person has to say that it is meant twice.";

/**
 * Has people look at a call that changes something and was asked for before in the same message, argument for argument, although a rule would let it
 * run: a model that repeats itself does not act twice by itself. What only reads is left alone, and so is what was refused. Where a standing approval
 * answered a rule, those are asked whom the rule names.
 *
 * @param evaluations of the calls of one message, in the order asked
 */
export function askAboutTwins(evaluations: readonly Evaluation[]): Evaluation[] {
  const seen = new Set<string>();
  return evaluations.map((evaluation) => {
    if (evaluation.verdict === "refuse" || evaluation.effect === "read") return evaluation;
    const call = canonicalJson([evaluation.tool, evaluation.input]);
    const isTwin = seen.has(call);
    seen.add(call);
    if (!isTwin || evaluation.verdict === "ask") return evaluation;
    return {
      ...evaluation,
      verdict: "ask",
      ruleId: "floor/asked-twice",
      reason: REASON,
      requirement: evaluation.requirement ?? requirementSchema.parse({}),
    };
  });
}
