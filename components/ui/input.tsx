"use client";

import type { ComponentProps } from "react";
import { cx } from "#components/cx.ts";
import { controlStyles } from "#components/ui/control-styles.ts";
import { useFieldProps } from "#components/ui/field.tsx";

/** One line of text. Inside a Field it has its label, hint, error and "required" from there. */
export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps()} {...rest} type={type} className={cx(controlStyles, "touch h-8.5", className)} />;
}
