import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";

const TONES = {
  info: { icon: Info, look: "border-accent bg-accent-soft", ink: "text-accent" },
  success: { icon: CircleCheck, look: "border-succeeded bg-succeeded-soft", ink: "text-succeeded" },
  warning: { icon: TriangleAlert, look: "border-waiting bg-waiting-soft", ink: "text-waiting" },
  danger: { icon: CircleAlert, look: "border-failed bg-failed-soft", ink: "text-failed" },
};

/**
 * Something to know before going on. An error says what failed, whether anything changed in the world, and what to do. `isNew` announces
 * it when it appears after the page was there.
 */
export function Callout({
  tone = "info",
  title,
  actions,
  isNew = false,
  className,
  children,
}: {
  tone?: keyof typeof TONES;
  title: ReactNode;
  actions?: ReactNode;
  isNew?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const { icon: Icon, look, ink } = TONES[tone];
  return (
    <div
      role={isNew ? (tone === "danger" ? "alert" : "status") : undefined}
      className={cx("flex gap-3 rounded-md border-s-3 px-3.5 py-3 text-ink", look, className)}
    >
      <Icon className={cx("mt-0.5 size-4.5 shrink-0", ink)} aria-hidden="true" />
      <div className="grid min-w-0 grow gap-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        {children ? <div className="text-sm">{children}</div> : null}
        {actions ? <div className="flex flex-wrap gap-2 pt-1.5">{actions}</div> : null}
      </div>
    </div>
  );
}
