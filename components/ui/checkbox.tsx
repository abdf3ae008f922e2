import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/cx.ts";

/** Yes or no, together with the form around it. The label is part of the target. */
export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={cx("flex items-start gap-2.5 py-1 has-disabled:cursor-not-allowed has-disabled:opacity-50", className)}>
      <span className="relative mt-0.5 grid size-4.5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer absolute inset-0 size-full cursor-[inherit] appearance-none rounded-sm bg-surface ring-1 ring-inset ring-edge checked:bg-accent checked:ring-accent aria-invalid:ring-2 aria-invalid:ring-failed"
        />
        <Check
          className="pointer-events-none relative hidden size-3.5 text-on-accent peer-checked:block"
          strokeWidth={3}
          aria-hidden="true"
        />
      </span>
      <span>
        {label}
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </span>
    </label>
  );
}
