import type { KeyboardEvent } from "react";

const ENTRIES = '[role^="menuitem"]';
/** Letters typed within this time of each other spell one word. */
const SPELLING_MS = 600;

let spelled = "";
let spelledAt = 0;

export function focusFirstEntry(menu: HTMLElement): void {
  menu.querySelector<HTMLElement>(ENTRIES)?.focus();
}

/** The keys of an open menu (WAI-ARIA APG, "Menu"): arrows go round, Home, End, letters go to the entry that begins with them, Tab leaves. */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  // Focus is back at the button, and Tab goes on from there.
  if (event.key === "Tab") {
    menu.hidePopover();
    return;
  }
  const entries = [...menu.querySelectorAll<HTMLElement>(ENTRIES)];
  const here = entries.findIndex((entry) => entry.matches(":focus"));
  if (event.key === " ") {
    // A link would not take it.
    entries[here]?.click();
  } else {
    const target = targetOf(event, entries, here);
    if (target === null) return;
    target?.focus();
  }
  event.preventDefault();
  // The page's own shortcuts are not meant.
  event.stopPropagation();
}

/** Null for a key that is not the menu's, undefined for a word that no entry begins with. */
function targetOf(event: KeyboardEvent, entries: HTMLElement[], here: number): HTMLElement | null | undefined {
  switch (event.key) {
    case "ArrowDown":
      return entries[(here + 1) % entries.length];
    case "ArrowUp":
      return entries.at(Math.max(here, 0) - 1);
    case "Home":
      return entries[0];
    case "End":
      return entries.at(-1);
    default:
      return event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey ? null : spell(event.key, entries, here);
  }
}

/** The first letter goes on to the next entry that begins with it; further ones may stay where they are. */
function spell(letter: string, entries: HTMLElement[], here: number): HTMLElement | undefined {
  spelled = Date.now() - spelledAt > SPELLING_MS ? letter : spelled + letter;
  spelledAt = Date.now();
  const from = here + (spelled.length === 1 ? 1 : 0);
  const word = spelled.toLowerCase();
  return [...entries.slice(from), ...entries.slice(0, from)].find((entry) => entry.textContent?.trim().toLowerCase().startsWith(word));
}
