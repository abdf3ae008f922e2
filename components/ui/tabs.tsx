"use client";

import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { cx } from "#components/cx.ts";
import { tabRow, tabStyles } from "#components/ui/tab-styles.ts";

/**
 * Views of the same thing that need no address (APG tabs pattern: arrows, Home and End move and select). Where the view belongs into the
 * URL, use TabNav.
 */
export function Tabs({ label, tabs, className }: { label: string; tabs: { label: string; content: ReactNode }[]; className?: string }) {
  const [selected, setSelected] = useState(0);
  const id = useId();

  function move(event: KeyboardEvent<HTMLElement>): void {
    const target = { ArrowRight: selected + 1, ArrowLeft: selected - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + tabs.length) % tabs.length;
    setSelected(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <div className={className}>
      <div role="tablist" tabIndex={-1} aria-label={label} className={tabRow} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            className={cx(tabStyles, "aria-selected:border-accent aria-selected:text-ink")}
            onClick={() => setSelected(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${selected}`} className="pt-3">
        {tabs[selected]?.content}
      </div>
    </div>
  );
}
