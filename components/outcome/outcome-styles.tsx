import { Ban, Check, CircleQuestionMark, CircleStop, Hourglass, LoaderCircle, TimerOff, X } from "lucide-react";
import type { OutcomeRole } from "#components/outcome/outcome.ts";

/** Text and border colour of a role, its pale ground, and its solid form for bars and charts. */
export const outcomeStyles: Record<OutcomeRole, { ink: string; stamp: string; solid: string }> = {
  running: { ink: "text-running", stamp: "bg-running-soft text-running", solid: "bg-running" },
  waiting: { ink: "text-waiting", stamp: "bg-waiting-soft text-waiting", solid: "bg-waiting" },
  succeeded: { ink: "text-succeeded", stamp: "bg-succeeded-soft text-succeeded", solid: "bg-succeeded" },
  failed: { ink: "text-failed", stamp: "bg-failed-soft text-failed", solid: "bg-failed" },
  refused: { ink: "text-refused", stamp: "bg-refused-soft text-refused", solid: "bg-refused" },
  expired: { ink: "text-expired", stamp: "bg-expired-soft text-expired", solid: "bg-expired" },
  cancelled: { ink: "text-cancelled", stamp: "bg-cancelled-soft text-cancelled", solid: "bg-cancelled" },
  unknown: { ink: "text-unknown", stamp: "bg-unknown-soft text-unknown", solid: "bg-unknown" },
};

const ICONS = {
  running: LoaderCircle,
  waiting: Hourglass,
  succeeded: Check,
  failed: X,
  refused: Ban,
  expired: TimerOff,
  cancelled: CircleStop,
  unknown: CircleQuestionMark,
} satisfies Record<OutcomeRole, unknown>;

/** The icon of a role. Decorative: its word always stands beside it. */
export function OutcomeIcon({ role, className = "size-3.5" }: { role: OutcomeRole; className?: string }) {
  const Icon = ICONS[role];
  const motion = role === "running" ? "animate-spin" : role === "waiting" ? "animate-breathe" : "";
  return <Icon className={`${className} shrink-0 ${motion}`} strokeWidth={2.25} aria-hidden="true" />;
}
