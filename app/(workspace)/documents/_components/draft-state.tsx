import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { DraftItem } from "#lib/drafts/draft-view.ts";

const OUTCOMES = {
  sending: { status: "executing", word: "Being sent" },
  sent: { status: "succeeded", word: "Sent" },
  failed: { status: "failed", word: "Not sent" },
  unknown: { status: "unknown", word: "Unknown: may have been sent" },
} as const;

/** Where a draft stands. One that somebody is asked about is told as waiting. */
export function DraftState({ draft: { state, pendingApprovalId } }: { draft: Pick<DraftItem, "state" | "pendingApprovalId"> }) {
  if (pendingApprovalId && (state === "draft" || state === "failed")) return <OutcomeBadge status="pending" />;
  return state === "draft" ? <Badge>Draft</Badge> : <OutcomeBadge {...OUTCOMES[state]} />;
}
