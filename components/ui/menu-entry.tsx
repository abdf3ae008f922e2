"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import type { PointerEvent, ReactNode } from "react";
import { cx } from "#components/cx.ts";

export type MenuItem =
  | { kind?: "item"; label: string; icon?: ReactNode; shortcut?: string; isDangerous?: boolean; isDisabled?: boolean; onSelect: () => void }
  | { kind: "link"; label: string; icon?: ReactNode; href: string }
  | { kind: "choice"; label: string; isChosen: boolean; onSelect: () => void }
  | { kind: "heading"; label: string }
  | { kind: "separator" };

const ROW =
  "flex min-h-8 w-full cursor-pointer select-none items-center gap-2.5 rounded-sm px-2 py-1 text-start text-base outline-hidden pointer-coarse:min-h-11 " +
  "focus:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0";

/** One line of a Menu. What can be chosen has focus when the pointer is over it, so that pointer and keys agree on where one is. */
export function MenuEntry({ item, close }: { item: MenuItem; close: () => void }) {
  const shared = { tabIndex: -1, onPointerMove: focusIt };
  /** Closed first: focus is back at the button before a dialog remembers where it came from. */
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  switch (item.kind) {
    case "separator":
      // biome-ignore lint/a11y/useSemanticElements: a menu has no place for an <hr>
      return <div role="separator" className="-mx-1 my-1 h-px bg-line" />;
    case "heading":
      return <div className="eyebrow truncate px-2 pt-1.5 pb-1">{item.label}</div>;
    case "link":
      return (
        <Link {...shared} role="menuitem" href={item.href} onClick={close} className={ROW}>
          {item.icon}
          {item.label}
        </Link>
      );
    case "choice":
      return (
        <button {...shared} type="button" role="menuitemradio" aria-checked={item.isChosen} onClick={choose(item.onSelect)} className={ROW}>
          <span className="size-4 shrink-0">{item.isChosen ? <Check className="size-4 text-accent" aria-hidden="true" /> : null}</span>
          <span className="min-w-0 wrap-anywhere">{item.label}</span>
        </button>
      );
    default:
      return (
        <button
          {...shared}
          type="button"
          role="menuitem"
          aria-disabled={item.isDisabled || undefined}
          onClick={item.isDisabled ? undefined : choose(item.onSelect)}
          className={cx(ROW, item.isDangerous && "text-failed")}
        >
          {item.icon}
          <span className="grow">{item.label}</span>
          {item.shortcut ? <kbd className="font-mono text-xs text-muted">{item.shortcut}</kbd> : null}
        </button>
      );
  }
}

function focusIt({ currentTarget, pointerType }: PointerEvent<HTMLElement>): void {
  if (pointerType !== "touch") currentTarget.focus({ preventScroll: true });
}
