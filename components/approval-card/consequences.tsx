import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** What a no does, and what silence does: they are not the same. */
export function Consequences({ expiresAt }: Pick<ApprovalJson, "expiresAt">) {
  return (
    <ul className="grid gap-0.5 text-sm text-muted">
      <li>If denied: it is not run, and the agent reads the reason and goes on.</li>
      <li>
        {expiresAt ? (
          <>
            If nobody answers: it closes <RelativeTime at={expiresAt} />, is not run, and is recorded as unanswered, not as denied.
          </>
        ) : (
          "If nobody answers: it waits, without limit."
        )}
      </li>
    </ul>
  );
}
