import { digestOf } from "./digest.ts";
import type { Authority, Permitted, Refused } from "./evaluate-call.ts";
import type { CallToExecute } from "./execute-tool-call.ts";

/**
 * Whether people agreed to exactly this. Null: go on. A rule that asks is only satisfied by an approval of the same tenant, tool, tool
 * version, arguments and actor, under the policy version that it was given for.
 */
export function consentFor(authority: Authority, permitted: Permitted, approval: CallToExecute["approval"]): Refused | null {
  if (permitted.verdict === "allow") return null;
  const refused = (reason: string): Refused => ({
    verdict: "refuse",
    kind: "approval_unavailable",
    code: "approval_unavailable",
    tool: permitted.tool,
    input: permitted.input,
    effect: permitted.effect,
    ruleId: permitted.ruleId,
    reason,
  });
  if (!approval) return refused(`${permitted.reason} Nobody was asked, because the rule came after the call was proposed. Ask again.`);
  const digest = approvalDigest(authority, permitted, approval.policyVersion);
  if (digest !== approval.digest)
    return refused("What was approved is not what would run now (the tool or its arguments changed). Ask again.");
  return null;
}

/** The digest that an approval of this call is bound to. */
export function approvalDigest(authority: Authority, permitted: Permitted, policyVersion: number): string {
  return digestOf({
    tenantId: authority.tenantId,
    tool: permitted.tool,
    toolVersion: permitted.definition.version,
    input: permitted.input,
    actorId: authority.userId,
    policyVersion,
  });
}
