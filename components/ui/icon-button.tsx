"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/cx.ts";
import { type ButtonSize, type ButtonVariant, buttonStyles } from "#components/ui/button-styles.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  /** What it does, in words: its name for assistive technology and its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A button that shows only an icon; it always has a name. */
export function IconButton({ label, icon, variant = "quiet", size = "md", className, type = "button", ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} isName>
      <button {...rest} type={type} aria-label={label} className={cx(buttonStyles({ variant, size, isSquare: true }), className)}>
        {icon}
      </button>
    </Tooltip>
  );
}
