"use client";

import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cx } from "#components/cx.ts";
import { controlStyles } from "#components/ui/control-styles.ts";
import { useFieldProps } from "#components/ui/field.tsx";

/** `field-sizing: content` does not look at `rows`. */
const MIN_HEIGHTS: Record<number, string> = {
  2: "min-h-[calc(2lh+0.75rem)]",
  3: "min-h-[calc(3lh+0.75rem)]",
  4: "min-h-[calc(4lh+0.75rem)]",
};

/**
 * Several lines of text; grows with what is written up to 40 % of the window, then scrolls. `isBare` leaves out ground and border, for a
 * composer that draws its own.
 */
export function Textarea({ className, isBare = false, rows = 2, ref, ...rest }: ComponentProps<"textarea"> & { isBare?: boolean }) {
  const own = useRef<HTMLTextAreaElement>(null);

  // `field-sizing: content` does this where it exists; elsewhere the height follows by hand.
  useLayoutEffect(() => {
    const element = own.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    const grow = () => {
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight}px`;
    };
    grow();
    element.addEventListener("input", grow);
    return () => element.removeEventListener("input", grow);
  });

  return (
    <textarea
      {...useFieldProps()}
      {...rest}
      rows={rows}
      dir="auto"
      ref={(element) => {
        own.current = element;
        if (typeof ref === "function") return ref(element);
        if (ref) ref.current = element;
      }}
      className={cx(
        "field-sizing-content max-h-[40dvh] resize-none py-1.5",
        isBare
          ? "w-full bg-transparent text-prose text-ink outline-none placeholder:text-muted pointer-coarse:text-[1rem]"
          : cx(controlStyles, MIN_HEIGHTS[rows]),
        className,
      )}
    />
  );
}
