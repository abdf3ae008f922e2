import type { UserId } from "#lib/ids.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { Authority } from "./authority.ts";
import type { CallToExecute, GivenApproval } from "./call-to-execute.ts";
import { digestOf } from "./digest.ts";
import type { Permitted, Refused } from "./evaluation.ts";

/**
 * Whether people agreed to exactly this. Null: go on. A rule that asks is only satisfied by an approval of the same tenant, tool, tool
 * version, arguments and actor, given by as many and by such people as the rule asks for now, who could give it still.
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
  if (!approval)
    return refused(
      `${permitted.reason} Nobody was asked, because the rule, the end of a standing approval, a change of a file that it runs, or something that was read, came after the call was proposed. Ask again.`,
    );
  const digest = approvalDigest(authority, permitted, approval);
  if (digest !== approval.digest)
    return refused("What was approved is not what would run now (the tool or its arguments changed). Ask again.");
  if (agreed(approval).size < approval.requirement.approvals)
    return refused("Somebody who approved this was removed since, or may not decide it any more. Ask again.");
  if (permitted.requirement && !satisfies(approval, permitted.requirement, authority.userId))
    return refused("The rule asks for more than it did when this was approved. Ask again.");
  return null;
}

/** Whether yesterday's yes is enough for today's rule: people enough, the requester not among them where that counts, roles as narrow. */
function satisfies(approval: GivenApproval, now: Requirement, requesterId: UserId): boolean {
  const people = agreed(approval);
  if (now.excludeRequester) people.delete(requesterId);
  return people.size >= now.approvals && approval.requirement.roles.every((role) => now.roles.includes(role));
}

function agreed({ votes }: GivenApproval): Set<UserId> {
  return new Set(votes.filter((vote) => vote.decision === "approve").map((vote) => vote.userId));
}

/** The digest that an approval of this call is bound to. That the files still are what stands there is another question; see `contentCheck`. */
export function approvalDigest(
  authority: Authority,
  permitted: Permitted,
  { policyVersion, files }: { policyVersion: number; files: readonly BoundFile[] | null },
): string {
  return digestOf({
    tenantId: authority.tenantId,
    tool: permitted.tool,
    toolVersion: permitted.definition.version,
    input: permitted.input,
    actorId: authority.userId,
    policyVersion,
    files: files && files.length > 0 ? files : undefined,
  });
}
