import type { Role } from "#lib/context.ts";
import { type BrokenPolicy, isBroken } from "./load-policy.ts";
import { type Policy, type Rule, requirementSchema } from "./policy.ts";

/** What rules are held against. */
export interface PolicyWorld {
  /** Whether the organization has a tool of that name, in any case. */
  hasTool: (name: string) => boolean;
  /** Whether a call of the tool, in any case of its name, can have something at a JSON pointer into its arguments. */
  hasArgument: (tool: string, pointer: string) => boolean;
  /** How many members have each role. */
  members: Partial<Record<Role, number>>;
}

/** What is odd about rules that can be published all the same, a sentence each: they cannot do what somebody meant by them, or do more. */
export function lintPolicy(policy: Policy | BrokenPolicy, world: PolicyWorld): string[] {
  if (isBroken(policy)) return [`${policy.brokenReason} Until new rules are published, every call is denied.`];
  const { rules } = policy;
  return [...wholeFindings(rules), ...rules.flatMap((rule) => findings(rule, world))];
}

function findings(rule: Rule, world: PolicyWorld): string[] {
  return [...toolFinding(rule, world), ...argumentFindings(rule, world), ...requirementFinding(rule, world)];
}

function wholeFindings(rules: readonly Rule[]): string[] {
  if (rules.every(({ effect }) => effect === "deny")) return ["No rule allows anything or asks about it, so every call is denied."];
  const everything = rules.find(({ tool, effectClass, when }) => tool === undefined && effectClass === undefined && !when?.length);
  return everything && rules.every(({ effect }) => effect === "allow")
    ? [`Nobody is asked about anything: rule "${everything.id}" allows every call.`]
    : [];
}

/** The beginning of a name may be meant for tools to come. */
function toolFinding({ id, tool }: Rule, { hasTool }: PolicyWorld): string[] {
  if (tool === undefined || tool.endsWith("*") || hasTool(tool)) return [];
  return [`Rule "${id}" is about the tool "${tool}", which there is not.`];
}

/** One on a slip of the pen is true of no call, or of every one. Where several tools are meant, some have an argument and others do not. */
function argumentFindings({ id, tool, when = [] }: Rule, { hasTool, hasArgument }: PolicyWorld): string[] {
  if (tool === undefined || tool.endsWith("*") || !hasTool(tool)) return [];
  const odd = when.filter(({ pointer }) => !hasArgument(tool, pointer));
  return odd.map(({ pointer }) => `Rule "${id}" looks at ${pointer} of the tool "${tool}", where no argument can stand.`);
}

function requirementFinding({ id, effect, requirement }: Rule, { members }: PolicyWorld): string[] {
  if (effect !== "ask") return [];
  const { approvals, roles } = requirementSchema.parse(requirement ?? {});
  const able = roles.filter((role) => role !== "auditor").reduce((sum, role) => sum + (members[role] ?? 0), 0);
  if (able >= approvals) return [];
  const [asked, there] = [`${approvals} approval${approvals === 1 ? "" : "s"}`, able === 1 ? "1 member" : `${able} members`];
  return [`Rule "${id}" asks for ${asked} and ${there} may give one, so calls that it asks about wait without end.`];
}
