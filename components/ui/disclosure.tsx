import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";

/**
 * One line that opens to its details, without script. `children` exist in the page while closed, so that finding in the page works; give
 * heavy ones lazily. `isOpenAtFirst` for what must be seen, as errors.
 */
export function Disclosure({
  summary,
  aside,
  isOpenAtFirst = false,
  className,
  children,
}: {
  summary: ReactNode;
  /** At the line's end: state, duration. */
  aside?: ReactNode;
  isOpenAtFirst?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <details open={isOpenAtFirst} className={cx("min-w-0", className)}>
      <summary className="touch flex list-none items-center gap-2 rounded-sm px-2 py-1 hover:bg-hover focus-visible:-outline-offset-2">
        <ChevronRight
          className="size-3.5 shrink-0 text-muted transition-transform duration-100 [[open]>summary>&]:rotate-90"
          aria-hidden="true"
        />
        <span className="min-w-0 grow truncate">{summary}</span>
        {aside ? <span className="flex shrink-0 items-center gap-2">{aside}</span> : null}
      </summary>
      <div className="px-2 pt-1 pb-3 ps-7.5">{children}</div>
    </details>
  );
}
