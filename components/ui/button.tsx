import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "#components/cx.ts";
import { type ButtonSize, type ButtonVariant, buttonStyles } from "#components/ui/button-styles.ts";
import { Spinner } from "#components/ui/spinner.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Drawn before the words; the spinner takes its place while loading. */
  icon?: ReactNode;
  /** The act is under way: the button keeps its focus and its width, says so, and does nothing when pressed again. */
  isLoading?: boolean;
}

/** A button whose words name the act ("Run command", "Delete chat"). `type` is "button" unless said otherwise. */
export function Button({ variant, size, icon, isLoading = false, className, children, type = "button", onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonStyles({ variant, size }), className)}
      aria-disabled={isLoading || rest["aria-disabled"] || undefined}
      aria-busy={isLoading || undefined}
      onClick={isLoading ? swallow : onClick}
    >
      {isLoading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

function swallow(event: MouseEvent): void {
  event.preventDefault();
}
