import type { Evaluation, Permitted } from "./evaluation.ts";

/**
 * What becomes of a judged call in a dry run. Refusals stay what they are; a read that a rule allows by itself is executed; everything else
 * is answered with what would have happened, and no person is asked. It is refused here, where every call is judged before it is proposed and
 * again before it executes, so that no handler of such a call can be reached.
 */
export function evaluateDry(evaluation: Evaluation): Evaluation {
  if (evaluation.verdict === "refuse" || (evaluation.verdict === "allow" && evaluation.effect === "read")) return evaluation;
  const { tool, input, effect, ruleId } = evaluation;
  return { verdict: "refuse", kind: "dry_run", code: "dry_run", tool, input, effect, ruleId, reason: dryWords(evaluation) };
}

/** For people and for the model alike; what only the model is told stands in `refusalWords`. */
function dryWords({ verdict, requirement, ruleId, reason }: Permitted): string {
  const people = requirement && requirement.approvals > 1 ? `${requirement.approvals} people approve` : "a person approves";
  const otherwise = verdict === "allow" ? "it would have been made at once" : `it would have waited until ${people} it`;
  return `This is a dry run: the call was checked and not made, so nothing changed. In a real run ${otherwise} (rule ${ruleId}: ${reason})`;
}
