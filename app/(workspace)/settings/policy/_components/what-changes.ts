import type { Rule } from "#lib/policies/policy.ts";

export interface RuleChange {
  kind: "added" | "removed" | "changed";
  rule: Rule;
}

/** What putting `next` in force instead of `current` would do, rule by rule. */
export function whatChanges(current: readonly Rule[], next: readonly Rule[]): RuleChange[] {
  const before = new Map(current.map((rule) => [rule.id, rule]));
  const after = new Set(next.map((rule) => rule.id));
  const removed = current.filter((rule) => !after.has(rule.id)).map((rule): RuleChange => ({ kind: "removed", rule }));
  const others = next.flatMap((rule): RuleChange[] => {
    const known = before.get(rule.id);
    if (!known) return [{ kind: "added", rule }];
    return canonical(known) === canonical(rule) ? [] : [{ kind: "changed", rule }];
  });
  return [...removed, ...others];
}

/** The order of keys says nothing: the database keeps its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
