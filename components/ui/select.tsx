"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "#components/cx.ts";
import { controlStyles } from "#components/ui/control-styles.ts";
import { useFieldProps } from "#components/ui/field.tsx";

/** A choice among a few, with the platform's own list: right on phones, with a keyboard and with a screen reader. Children are `<option>`s. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cx("relative inline-block w-full", className)}>
      <select {...useFieldProps()} {...rest} className={cx(controlStyles, "touch h-8.5 appearance-none pe-8")}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-e-2.5 top-1/2 size-4 -translate-y-1/2 text-muted" aria-hidden="true" />
    </span>
  );
}
