import type { EntryPoint, Role } from "#lib/context.ts";
import { messageOf } from "#lib/errors.ts";
import type { CallPart, Effect } from "#lib/tools/define-tool.ts";
import { holds } from "./condition.ts";
import { type Policy, type Requirement, type Rule, requirementSchema } from "./policy.ts";

/** What a decision is made from. Recorded with the call, so that it can be made again later. */
export interface PolicyFacts {
  role: Role;
  entryPoint: EntryPoint;
  tool: string;
  effect: Effect;
  input: unknown;
  /** When `input` is one part of the call (see `evaluateParts`): all of its arguments. */
  whole?: unknown;
}

export type Verdict =
  | { verdict: "allow"; ruleId: string; reason: string }
  | { verdict: "ask"; ruleId: string; reason: string; requirement: Requirement }
  | { verdict: "deny"; ruleId: string; reason: string };

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * The strictest rule that matches: deny over ask over allow, over all layers; the first of equals. Nothing matches: deny.
 * A rule that cannot be evaluated denies, in words.
 */
export function evaluatePolicy(policy: Policy, facts: PolicyFacts): Verdict {
  if (facts.role === "auditor")
    return {
      verdict: "deny",
      ruleId: "floor/auditor",
      reason: "An auditor starts no calls, nor does somebody who was removed from the organization.",
    };
  let strictest: Rule | null = null;
  for (const rule of policy.rules) {
    let isMatch: boolean;
    try {
      isMatch = matches(rule, facts);
    } catch (error) {
      return {
        verdict: "deny",
        ruleId: rule.id,
        reason: `Rule "${rule.id}" could not be evaluated (${messageOf(error)}), so the call is denied.`,
      };
    }
    if (isMatch && (!strictest || STRICTNESS[rule.effect] > STRICTNESS[strictest.effect])) strictest = rule;
  }
  if (!strictest) {
    return {
      verdict: "deny",
      ruleId: "default/deny",
      reason: `No rule of this organization allows ${facts.tool} (${facts.effect}) for the role ${facts.role}.`,
    };
  }
  const { id: ruleId, reason } = strictest;
  if (strictest.effect !== "ask") return { verdict: strictest.effect, ruleId, reason };
  return { verdict: "ask", ruleId, reason, requirement: requirementSchema.parse(strictest.requirement ?? {}) };
}

/**
 * The same of a call that does several things: each is judged by itself as well, and the strictest verdict is the call's. So a rule on how a command
 * begins does not let through what stands behind it, and one that denies a command finds it behind another.
 */
export function evaluateParts(policy: Policy, facts: PolicyFacts, parts: readonly CallPart[]): Verdict {
  // A command text may have thousands of parts: rules for other tools and people are left out once, and not for each of them.
  const concerned = { ...policy, rules: policy.rules.filter((rule) => matchesCaller(rule, facts)) };
  let strictest = evaluatePolicy(concerned, facts);
  for (const { input, words } of parts) {
    if (strictest.verdict === "deny") break;
    const verdict = evaluatePolicy(concerned, { ...facts, input, whole: facts.input });
    if (STRICTNESS[verdict.verdict] > STRICTNESS[strictest.verdict]) strictest = { ...verdict, reason: `${verdict.reason} ${words}` };
  }
  return strictest;
}

/** Whether some call of this tool could be allowed or asked for, whatever its arguments: what is advertised to the model. */
export function mayUseTool(policy: Policy, role: Role, entryPoint: EntryPoint, tool: string, effects: readonly Effect[]): boolean {
  if (role === "auditor") return false;
  return effects.some((effect) => {
    const candidates = policy.rules.filter((rule) => matchesCaller(rule, { role, entryPoint, tool, effect }));
    const isDenied = candidates.some((rule) => rule.effect === "deny" && !rule.when?.length);
    return !isDenied && candidates.some((rule) => rule.effect !== "deny");
  });
}

function matches(rule: Rule, facts: PolicyFacts): boolean {
  return matchesCaller(rule, facts) && (rule.when ?? []).every((condition) => holds(condition, facts.input, facts.whole));
}

function matchesCaller(rule: Rule, facts: Omit<PolicyFacts, "input">): boolean {
  if (rule.tool !== undefined && !matchesName(rule.tool, facts.tool)) return false;
  if (rule.effectClass !== undefined && !concernsEffect(rule, [rule.effectClass].flat(), facts.effect)) return false;
  if (rule.roles && !rule.roles.includes(facts.role)) return false;
  return !rule.entryPoints || rule.entryPoints.includes(facts.entryPoint);
}

/** Who denies what can be undone means what cannot as well: otherwise a tool that sends would be left as a twin of those that write. */
function concernsEffect({ effect }: Rule, classes: readonly Effect[], asked: Effect): boolean {
  return classes.includes(asked) || (effect === "deny" && asked === "irreversible" && classes.includes("write"));
}

function matchesName(pattern: string, name: string): boolean {
  const lower = pattern.toLowerCase();
  return lower.endsWith("*") ? name.startsWith(lower.slice(0, -1)) : name === lower;
}
