const STANDING = /^grant\/(.+)$/;

/** Where a rule of a recorded call is read: among the rules, the standing approvals, or the agents. */
export function ruleAddress(ruleId: string): string {
  if (ruleId.startsWith("agent:")) return "/settings/agents";
  const grantId = STANDING.exec(ruleId)?.[1];
  return grantId ? `/settings/grants#${grantId}` : `/settings/policy#rule-${encodeURIComponent(ruleId)}`;
}

/** A standing approval has a number that tells nobody anything. */
export function ruleName(ruleId: string): string {
  return STANDING.test(ruleId) ? "Standing approval" : ruleId;
}
