import { cx } from "#components/cx.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "inverse";
export type ButtonSize = "sm" | "md";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent shadow-press hover:bg-accent-strong active:bg-accent-strong",
  secondary: "bg-surface text-ink ring-1 ring-inset ring-edge hover:bg-hover active:bg-sunken",
  quiet: "text-ink hover:bg-hover active:bg-sunken aria-expanded:bg-hover",
  /** On the status line's dark ground. */
  inverse: "text-canvas hover:bg-canvas/15 active:bg-canvas/25 focus-visible:outline-canvas",
  danger: "bg-danger text-on-danger shadow-press hover:bg-danger-strong active:bg-danger-strong",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "h-7 gap-1.5 px-2.5 text-sm [&_svg]:size-3.5",
  md: "h-8.5 gap-2 px-3.5 text-base [&_svg]:size-4",
};

/** The look of a button, for what is a link by nature and a button by weight. */
export function buttonStyles({
  variant = "secondary",
  size = "md",
  isSquare = false,
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isSquare?: boolean;
} = {}): string {
  return cx(
    "touch inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors duration-100",
    "[&_svg]:shrink-0 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-default",
    VARIANTS[variant],
    SIZES[size],
    isSquare && (size === "sm" ? "w-7 px-0" : "w-8.5 px-0"),
  );
}
