import { cx } from "#components/cx.ts";
import { outcomeOf } from "#components/outcome/outcome.ts";
import { OutcomeIcon, outcomeStyles } from "#components/outcome/outcome-styles.tsx";

/**
 * What became of a call, a run or an approval: icon, word and colour together. `word` replaces the usual word ("Approved by Ana");
 * `detail` follows it ("1.3 s", "tool_timeout") in figures that do not jump while they count.
 */
export function OutcomeBadge({
  status,
  word,
  detail,
  isPlain = false,
  className,
}: {
  status: string;
  word?: string;
  detail?: string;
  /** Without ground and border, for rows that already are one. */
  isPlain?: boolean;
  className?: string;
}) {
  const outcome = outcomeOf(status);
  const look = isPlain ? outcomeStyles[outcome.role].ink : cx("rounded-sm px-1.5 py-0.5", outcomeStyles[outcome.role].stamp);
  return (
    <span
      className={cx("inline-flex max-w-full items-baseline gap-1.5 text-xs font-medium [&>svg]:self-center", look, className)}
      data-outcome={outcome.role}
    >
      <OutcomeIcon role={outcome.role} />
      <span className="truncate">{word ?? outcome.word}</span>
      {detail ? <span className="shrink-0 font-mono font-normal tabular-nums">{detail}</span> : null}
    </span>
  );
}
