import { outcomeWords } from "#components/approval-card/card-words.ts";
import { cx } from "#components/cx.ts";
import { outcomeOf } from "#components/outcome/outcome.ts";
import { OutcomeIcon, outcomeStyles } from "#components/outcome/outcome-styles.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** What became of a request: who, when, why, and what it did to the world. It stays where the buttons were. */
export function OutcomePanel({ approval }: { approval: ApprovalJson }) {
  const { title, effect } = outcomeWords(approval);
  const { role } = outcomeOf(approval.status);
  return (
    <div role="status" data-status={approval.status} className={cx("flex gap-3 rounded-md px-3.5 py-3", outcomeStyles[role].stamp)}>
      <OutcomeIcon role={role} className="mt-0.5 size-4.5" />
      <div className="grid min-w-0 gap-0.5 text-ink">
        <p className="font-semibold">
          {title}
          {approval.decidedAt ? (
            <span className="font-normal text-muted">
              {" "}
              <RelativeTime at={approval.decidedAt} />
              {approval.decidedVia === "api" ? ", by the API" : ""}
            </span>
          ) : null}
        </p>
        {approval.decisionReason ? (
          <p>
            <VisibleText text={approval.decisionReason} mode="prose" />
          </p>
        ) : null}
        <p className="text-sm">{effect}</p>
      </div>
    </div>
  );
}
