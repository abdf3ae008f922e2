import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";

/** One component of the gallery under its name. */
export function Sample({ name, isStacked = false, children }: { name: string; isStacked?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="eyebrow mb-2.5">{name}</h3>
      <div className={cx("min-w-0", isStacked ? "grid grid-cols-[minmax(0,1fr)] gap-3" : "flex flex-wrap items-center gap-3")}>
        {children}
      </div>
    </div>
  );
}
