import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { words } from "#components/words.ts";

/** Which records of how many, and the way to the others. A missing href is the end in that direction; where all is shown there is
 * no way to go. `from` counts from 1. */
export function Pagination({
  from,
  to,
  total,
  previousHref,
  nextHref,
  label = words.pages,
  className,
}: {
  from: number;
  to: number;
  total: number;
  previousHref?: string | null;
  nextHref?: string | null;
  /** Of what, where a page has more than one. */
  label?: string;
  className?: string;
}) {
  return (
    <nav aria-label={label} className={cx("flex flex-wrap items-center justify-between gap-3", className)}>
      <p className="font-mono text-sm text-muted tabular-nums">{words.range(from, to, total)}</p>
      {previousHref || nextHref ? (
        <div className="flex gap-2">
          <Step href={previousHref}>
            <ChevronLeft aria-hidden="true" />
            {words.previousPage}
          </Step>
          <Step href={nextHref}>
            {words.nextPage}
            <ChevronRight aria-hidden="true" />
          </Step>
        </div>
      ) : null}
    </nav>
  );
}

function Step({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  const look = buttonStyles({ size: "sm" });
  if (href) {
    return (
      <Link href={href} className={look}>
        {children}
      </Link>
    );
  }
  return (
    <span className={cx(look, "pointer-events-none opacity-50")} aria-disabled="true">
      {children}
    </span>
  );
}
