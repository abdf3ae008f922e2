import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/cx.ts";

/** A line of the rail that opens a menu: its words begin where the rail's links begin, its icon is at the end. */
export function RailButton({ icon, className, children, ...rest }: ComponentProps<"button"> & { icon: ReactNode }) {
  return (
    <button
      {...rest}
      type="button"
      className={cx(
        "touch flex h-9 w-full min-w-0 items-center gap-1.5 rounded-md text-start transition-colors duration-100 hover:bg-hover aria-expanded:bg-hover",
        "[&>svg]:ms-auto [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted",
        className,
      )}
    >
      {children}
      {icon}
    </button>
  );
}
