import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";

const LOOKS = {
  allow: { status: "succeeded", word: "Allow" },
  ask: { status: "pending", word: "Ask" },
  deny: { status: "refused", word: "Deny" },
};

/** What a rule says, in the colours of what then becomes of calls. */
export function VerdictBadge({ verdict }: { verdict: keyof typeof LOOKS }) {
  return <OutcomeBadge {...LOOKS[verdict]} />;
}
