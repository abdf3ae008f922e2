import type { Requirement } from "./policy.ts";

/** Whether the one asks for something that the other does not: more people, fewer roles, or somebody else than the requester. */
export function asksMore(one: Requirement, other: Requirement): boolean {
  const isNarrower = other.roles.some((role) => !one.roles.includes(role));
  return one.approvals > other.approvals || isNarrower || (one.excludeRequester && !other.excludeRequester);
}

/** What satisfies both. Where there is no role that may answer both, those of the one do. */
export function bothOf(one: Requirement, other: Requirement): Requirement {
  const roles = one.roles.filter((role) => other.roles.includes(role));
  const ends = [one.expiresAfterMs, other.expiresAfterMs].filter((end) => end !== undefined);
  return {
    approvals: Math.max(one.approvals, other.approvals),
    roles: roles.length > 0 ? roles : one.roles,
    excludeRequester: one.excludeRequester || other.excludeRequester,
    ...(ends.length > 0 && { expiresAfterMs: Math.min(...ends) }),
  };
}
