import type { GrantId } from "#lib/ids.ts";
import type { Evaluation } from "./evaluation.ts";

/**
 * A standing approval for so many uses answers for so many calls of one message; people are asked about the rest. (What others use up meanwhile is
 * found when a call begins.)
 *
 * @param evaluations of the calls of one message, in the order asked
 */
export function askBeyondUses(evaluations: readonly Evaluation[]): Evaluation[] {
  const used = new Map<GrantId, number>();
  return evaluations.map((evaluation) => {
    if (evaluation.verdict !== "allow" || !evaluation.standing) return evaluation;
    const { grant, ruleId, reason } = evaluation.standing;
    const uses = (used.get(grant.id) ?? 0) + 1;
    used.set(grant.id, uses);
    if (grant.usesLeft === null || uses <= grant.usesLeft) return evaluation;
    return { ...evaluation, verdict: "ask", ruleId, reason, standing: null };
  });
}
