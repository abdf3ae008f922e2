import type { EntryPoint, Role } from "#lib/context.ts";
import { messageOf } from "#lib/errors.ts";
import type { CallPart, Effect } from "#lib/tools/define-tool.ts";
import type { Outside } from "#lib/tools/read-from.ts";
import { holds } from "./condition.ts";
import { type Policy, type Requirement, type Rule, requirementSchema } from "./policy.ts";
import { asksMore, bothOf } from "./requirements.ts";

/** What a decision is made from. Recorded with the call, so that it can be made again later. */
export interface PolicyFacts {
  role: Role;
  entryPoint: EntryPoint;
  tool: string;
  effect: Effect;
  /** From where outside the run has read, as its recorded calls say. */
  afterReading: readonly Outside[];
  input: unknown;
  /** When `input` is one part of the call (see `evaluateParts`): all of its arguments. */
  whole?: unknown;
  /** A JSON pointer to what of that part is not known. */
  unknown?: string | undefined;
}

export type Verdict =
  | { verdict: "allow"; ruleId: string; reason: string }
  | { verdict: "ask"; ruleId: string; reason: string; requirement: Requirement }
  | { verdict: "deny"; ruleId: string; reason: string };

/** What stands as the rule where none matches. */
const NO_RULE = "default/deny";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * The strictest rule that matches: deny over ask over allow, over all layers; the first of equals. Of several that ask the one that asks most is named,
 * and what they ask for is what satisfies all of them, in whatever order they stand. Nothing matches: deny. A rule that cannot be evaluated denies, in words.
 */
export function evaluatePolicy(policy: Policy, facts: PolicyFacts): Verdict {
  if (facts.role === "auditor")
    return {
      verdict: "deny",
      ruleId: "floor/auditor",
      reason: "An auditor starts no calls, nor does somebody who was removed from the organization.",
    };
  let strictest: Verdict | null = null;
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
    if (isMatch) strictest = strictest ? stricterOf(strictest, verdictOf(rule)) : verdictOf(rule);
  }
  return (
    strictest ?? {
      verdict: "deny",
      ruleId: NO_RULE,
      reason: `No rule of this organization allows ${facts.tool} (${facts.effect}) for the role ${facts.role}.`,
    }
  );
}

function verdictOf(rule: Rule): Verdict {
  const { id: ruleId, effect, reason } = rule;
  return effect === "ask" ? { verdict: effect, ruleId, reason, requirement: requirementOf(rule) } : { verdict: effect, ruleId, reason };
}

function stricterOf(one: Verdict, other: Verdict): Verdict {
  if (one.verdict !== "ask" || other.verdict !== "ask") return STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one;
  const named = asksMore(other.requirement, one.requirement) ? other : one;
  return { ...named, requirement: bothOf(one.requirement, other.requirement) };
}

/** An auditor changes nothing, also where a rule names that role among others. */
function requirementOf(rule: Rule): Requirement {
  const requirement = requirementSchema.parse(rule.requirement ?? {});
  return { ...requirement, roles: requirement.roles.filter((role) => role !== "auditor") };
}

/**
 * The same of a call that does several things: each is judged by itself as well, and the strictest verdict is the call's. So a rule on how a command
 * begins does not let through what stands behind it, and one that denies a command finds it behind another.
 */
export function evaluateParts(policy: Policy, facts: PolicyFacts, parts: readonly CallPart[]): Verdict {
  // A command text may have thousands of parts: rules for other tools and people are left out once, and not for each of them.
  const concerned = { ...policy, rules: policy.rules.filter((rule) => matchesCaller(rule, facts)) };
  const naming = { ...policy, rules: concerned.rules.filter(namesArguments) };
  let strictest = evaluatePolicy(concerned, facts);
  for (const { input, words, unknown, isOtherName } of parts) {
    if (strictest.verdict === "deny") break;
    const verdict = evaluatePolicy(isOtherName ? naming : concerned, { ...facts, input, whole: facts.input, unknown });
    if (isOtherName && verdict.ruleId === NO_RULE) continue;
    strictest = stricterOf(strictest, { ...verdict, reason: `${verdict.reason} ${words}` });
  }
  return strictest;
}

/** Whether some call of this tool could be allowed or asked for, whatever its arguments: what is advertised to the model. */
export function mayUseTool(policy: Policy, facts: Omit<PolicyFacts, "effect" | "input">, effects: readonly Effect[]): boolean {
  if (facts.role === "auditor") return false;
  return effects.some((effect) => {
    const asked = { ...facts, effect };
    const candidates = policy.rules.filter((rule) => matchesCaller(rule, asked));
    const isDenied = candidates.some((rule) => rule.effect === "deny" && !rule.when?.length);
    return !isDenied && candidates.some((rule) => rule.effect !== "deny");
  });
}

function matches(rule: Rule, facts: PolicyFacts): boolean {
  const { input, whole, unknown } = facts;
  const conditions = rule.when ?? [];
  // Of what is not known nobody can say what it is not: that lets nothing through.
  if (rule.effect === "allow" && conditions.some(({ pointer, op }) => pointer === unknown && op.startsWith("not-"))) return false;
  return matchesCaller(rule, facts) && conditions.every((condition) => holds(condition, input, whole));
}

/** A rule that denies or asks about calls by what their arguments are, and not by what they are not. */
function namesArguments({ effect, when = [] }: Rule): boolean {
  return effect !== "allow" && when.length > 0 && !when.some(({ op }) => op.startsWith("not-"));
}

function matchesCaller(rule: Rule, facts: Omit<PolicyFacts, "input">): boolean {
  if (rule.tool !== undefined && !matchesName(rule.tool, facts.tool)) return false;
  if (rule.effectClass !== undefined && !concernsEffect(rule, [rule.effectClass].flat(), facts.effect)) return false;
  if (rule.roles && !rule.roles.includes(facts.role)) return false;
  if (rule.afterReading && !rule.afterReading.some((kind) => facts.afterReading.includes(kind))) return false;
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
