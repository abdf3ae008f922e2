"use client";

import Link from "next/link";
import { cx } from "#components/cx.ts";
import { tabRow, tabStyles } from "#components/ui/tab-styles.ts";
import { count } from "#components/words.ts";

/** Views with an address of their own: links in the look of tabs, with counts. `isCurrent` comes from the server, which read the URL. */
export function TabNav({
  label,
  tabs,
  className,
}: {
  label: string;
  tabs: { label: string; href: string; isCurrent: boolean; total?: number }[];
  className?: string;
}) {
  return (
    <nav aria-label={label} className={cx(tabRow, className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          ref={tab.isCurrent ? reveal : undefined}
          aria-current={tab.isCurrent ? "page" : undefined}
          className={cx(tabStyles, "aria-[current]:border-accent aria-[current]:text-ink")}
        >
          {tab.label}
          {tab.total === undefined ? null : <span className="font-mono text-xs font-normal tabular-nums">{count(tab.total)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** On a narrow window the row scrolls, and the current tab may be beyond its edge. */
function reveal(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
