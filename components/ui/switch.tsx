import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/cx.ts";

/** On or off, at once and by itself: for what takes effect without a save button. */
export function Switch({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "role"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={cx("flex items-start justify-between gap-4 py-1 has-disabled:cursor-not-allowed has-disabled:opacity-50", className)}>
      <span>
        {label}
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </span>
      <span className="relative mt-0.5 h-5 w-9 shrink-0">
        <input
          {...rest}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says its state by itself
          role="switch"
          className="peer absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full bg-sunken ring-1 ring-inset ring-edge transition-colors duration-100 checked:bg-accent checked:ring-accent"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-3 rounded-full bg-edge transition-transform duration-100 ease-settle peer-checked:translate-x-4 peer-checked:bg-on-accent" />
      </span>
    </label>
  );
}
