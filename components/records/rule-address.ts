const STANDING = /^grant\/(.+)$/;

/** Where a rule of a recorded call is read: among the rules, or among the standing approvals. */
export function ruleAddress(ruleId: string): string {
  const grantId = STANDING.exec(ruleId)?.[1];
  return grantId ? `/settings/grants#${grantId}` : `/settings/policy#rule-${encodeURIComponent(ruleId)}`;
}

/** A standing approval has a number that tells nobody anything. */
export function ruleName(ruleId: string): string {
  return STANDING.test(ruleId) ? "Standing approval" : ruleId;
}
