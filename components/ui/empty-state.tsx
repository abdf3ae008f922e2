import type { ReactNode } from "react";
import { Guilloche } from "#components/brand/guilloche.tsx";
import { cx } from "#components/cx.ts";

/** Nothing here: not yet, not for this filter, or not for this member. Says why and what to do next. */
export function EmptyState({
  icon,
  title,
  actions,
  className,
  children,
}: {
  icon?: ReactNode;
  title: string;
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div className={cx("relative isolate grid justify-items-center gap-2 overflow-hidden px-6 py-14 text-center", className)}>
      <Guilloche className="absolute top-1/2 left-1/2 -z-10 size-80 -translate-1/2 text-accent opacity-15" />
      {icon ? <span className="mb-1 text-accent [&>svg]:size-7 [&>svg]:stroke-[1.5]">{icon}</span> : null}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children ? <div className="max-w-md text-muted">{children}</div> : null}
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
