import { VisibleText } from "#components/ui/visible-text.tsx";
import type { Rule } from "#lib/policies/policy.ts";
import { requirementWords, ruleWords, subjectOf } from "./rule-words.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** The rules by tool, each with its own address (`#rule-<id>`), which calls and requests link to. */
export function RulesInForce({ rules }: { rules: readonly Rule[] }) {
  const subjects = [...new Set(rules.map(subjectOf))];
  return (
    <div className="grid gap-5">
      {subjects.map((subject) => (
        <section key={subject} aria-label={subject} className="grid gap-2">
          <h3 className="font-mono text-sm font-semibold">
            <VisibleText text={subject} />
          </h3>
          <ul className="divide-y divide-line rounded-md hairline-ring">
            {rules
              .filter((rule) => subjectOf(rule) === subject)
              .map((rule) => (
                <li
                  key={rule.id}
                  id={`rule-${rule.id}`}
                  className="grid gap-1 px-3.5 py-2.5 target:bg-accent-soft sm:grid-cols-[5rem_minmax(0,1fr)]"
                >
                  <span>
                    <VerdictBadge verdict={rule.effect} />
                  </span>
                  <div className="min-w-0 wrap-anywhere">
                    <p>
                      <VisibleText text={ruleWords(rule)} mode="prose" />
                    </p>
                    {rule.effect === "ask" ? <p className="text-sm">{requirementWords(rule)}</p> : null}
                    <p className="text-sm text-muted">
                      <VisibleText text={rule.reason} mode="prose" /> Rule <VisibleText text={rule.id} />
                    </p>
                  </div>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <p className="text-sm text-muted">
        What no rule mentions is denied. Of several rules that match, the strictest counts: deny, then ask, then allow.
      </p>
    </div>
  );
}
