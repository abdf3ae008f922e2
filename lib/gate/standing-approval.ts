import { canonicalJson } from "#lib/canonical-json.ts";
import type { Grant } from "#lib/grants/grant.ts";
import { holds } from "#lib/policies/condition.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { CallPart } from "#lib/tools/define-tool.ts";
import type { Authority } from "./authority.ts";
import { changedFile } from "./changed-file.ts";

/** A call that a rule asks about, as far as its cover goes. */
export interface AskedCall {
  tool: string;
  toolVersion: number;
  input: unknown;
  /** What it consists of, when it does several things. */
  parts: readonly CallPart[];
}

/**
 * The standing approval that answers a rule's question, or null: then people are asked. It can only stand in for one person's yes, and only where its
 * maker could say it: it never answers for several people, nor its maker's own calls where the requester may not decide. One for exactly this call also
 * is of what the files hold that the call runs; one for a pattern is not.
 *
 * @param files that the call runs, as they stand; asked for only where one for exactly this call could answer
 */
export async function standingApproval(
  { grants, userId }: Authority,
  call: AskedCall,
  requirement: Requirement,
  files: () => Promise<readonly BoundFile[]>,
): Promise<Grant | null> {
  if (requirement.approvals > 1) return null;
  const now = Date.now();
  const mayAnswer = ({ createdBy, creatorRole, untilMs }: Grant) =>
    (untilMs === null || untilMs > now) &&
    requirement.roles.includes(creatorRole) &&
    !(requirement.excludeRequester && createdBy === userId);
  for (const grant of grants) {
    if (!mayAnswer(grant) || !covers(grant, call)) continue;
    if (grant.pins !== null || changedFile(grant.files, await files()) === null) return grant;
  }
  return null;
}

/** Whether a call lies inside what was agreed to: the very same arguments, or every pin true of the call and of all that it consists of. */
export function covers(grant: Pick<Grant, "tool" | "toolVersion" | "input" | "pins">, call: AskedCall): boolean {
  if (grant.tool !== call.tool || grant.toolVersion !== call.toolVersion) return false;
  const { pins } = grant;
  if (pins === null) return canonicalJson(grant.input) === canonicalJson(call.input);
  if (pins.length === 0) return false;
  const parts = call.parts.filter(({ isOtherName }) => !isOtherName);
  return [{ input: call.input }, ...parts].every((part) => pins.every((pin) => holds(pin, part.input, call.input)));
}
