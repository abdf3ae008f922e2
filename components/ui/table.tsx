import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/cx.ts";

/** Records in rows. `caption` names it for assistive technology; a wide table scrolls inside its own box, with the keyboard too. */
export function Table({ caption, className, children }: { caption: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse
      tabIndex={0}
      className={cx("relative overflow-x-auto rounded-md bg-surface scroll-cue hairline-ring", className)}
    >
      <table className="w-full border-collapse text-start [&_tbody_tr:hover]:bg-hover/50 [&_tbody_tr+tr]:border-t">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** A column's head. With `sort` it is a link that sorts by it; the state lives in the URL. `isNumeric` sets it over right-aligned figures. */
export function Th({
  sort,
  isNumeric = false,
  className,
  children,
  ...rest
}: ComponentProps<"th"> & { sort?: { href: string; direction: "ascending" | "descending" | "none" }; isNumeric?: boolean }) {
  const Arrow = sort?.direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th
      {...rest}
      scope="col"
      aria-sort={sort && sort.direction !== "none" ? sort.direction : undefined}
      className={cx("rule-double eyebrow whitespace-nowrap px-3 py-2", isNumeric ? "text-end" : "text-start", className)}
    >
      {sort ? (
        <Link href={sort.href} className="inline-flex items-center gap-1 hover:text-ink">
          {children}
          <Arrow className={cx("size-3", sort.direction === "none" && "opacity-0")} aria-hidden="true" />
        </Link>
      ) : (
        children
      )}
    </th>
  );
}

/** A cell; figures in the mono face, aligned at their ends. */
export function Td({ isNumeric = false, className, ...rest }: ComponentProps<"td"> & { isNumeric?: boolean }) {
  return <td {...rest} className={cx("px-3 py-2 align-baseline", isNumeric && "text-end font-mono text-sm tabular-nums", className)} />;
}
