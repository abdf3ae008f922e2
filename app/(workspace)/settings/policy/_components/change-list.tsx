import { VisibleText } from "#components/ui/visible-text.tsx";
import { ruleWords } from "./rule-words.ts";
import type { RuleChange } from "./what-changes.ts";

const WORDS: Record<RuleChange["kind"], string> = { added: "New", removed: "No longer", changed: "Now" };

export function ChangeList({ changes }: { changes: readonly RuleChange[] }) {
  if (changes.length === 0) return <p className="text-muted">These are the rules in force; nothing would change.</p>;
  return (
    <ul className="grid gap-1.5">
      {changes.map(({ kind, rule }) => (
        <li key={rule.id} className="grid gap-x-3 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
          <span className="font-medium text-muted">{WORDS[kind]}</span>
          <span className="min-w-0 wrap-anywhere">
            <VisibleText text={ruleWords(rule)} mode="prose" />
          </span>
        </li>
      ))}
    </ul>
  );
}
