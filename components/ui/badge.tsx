import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";

const TONES = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent",
  danger: "bg-failed-soft text-failed",
};

/** A small label for a property: a role, an effect class, "demo". What became of something is an OutcomeBadge. */
export function Badge({ tone = "neutral", className, children }: { tone?: keyof typeof TONES; className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex max-w-full items-baseline gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium [&>svg]:size-3 [&>svg]:self-center",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** How many there are, on navigation. `label` says of what ("3 approvals waiting"); nothing is drawn for zero. `isHeavy`: too many to overlook. */
export function CountBadge({ value, label, isHeavy = false }: { value: number; label: string; isHeavy?: boolean }) {
  if (value <= 0) return null;
  return (
    <span
      data-weight={isHeavy ? "heavy" : "light"}
      className={cx(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 font-mono text-xs font-semibold tabular-nums",
        isHeavy ? "bg-waiting text-surface" : "bg-waiting-soft text-waiting",
      )}
    >
      <span aria-hidden="true">{value > 99 ? "99+" : value}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
