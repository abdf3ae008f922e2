import type { ReactNode } from "react";
import { Guilloche } from "#components/brand/guilloche.tsx";
import { cx } from "#components/cx.ts";

/** Nothing here: not yet, not for this filter, or not for this member. Says why and what to do next. */
export function EmptyState({
  icon,
  title,
  actions,
  level = 2,
  className,
  children,
}: {
  icon?: ReactNode;
  title: string;
  /** Of its heading: 1 where it is the whole page. */
  level?: 1 | 2 | 3;
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx("relative isolate grid justify-items-center gap-2 px-6 py-14 text-center", className)}>
      <Guilloche className="absolute inset-2 -z-10 m-auto max-h-72 max-w-72 text-accent opacity-20" />
      {icon ? <span className="mb-1 text-accent [&>svg]:size-7 [&>svg]:stroke-[1.5]">{icon}</span> : null}
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children ? <div className="max-w-md text-muted">{children}</div> : null}
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
