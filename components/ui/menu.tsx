"use client";

import { Slot } from "radix-ui";
import { type KeyboardEvent, lazy, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from "react";

export type MenuItem =
  | { kind?: "item"; label: string; icon?: ReactNode; shortcut?: string; isDangerous?: boolean; isDisabled?: boolean; onSelect: () => void }
  | { kind: "link"; label: string; icon?: ReactNode; href: string }
  | { kind: "choice"; label: string; isChosen: boolean; onSelect: () => void }
  | { kind: "heading"; label: string }
  | { kind: "separator" };

export interface MenuProps {
  /** A Button or an IconButton. */
  trigger: ReactElement;
  items: MenuItem[];
  align?: "start" | "end";
}

const loadMenu = async () => ({ default: (await import("#components/ui/open-menu.tsx")).OpenMenu });
const OpenMenu = lazy(loadMenu);

/**
 * Acts and choices behind a button (radix-ui: arrows, Home, End, typing ahead, Escape). The list's code comes when the pointer or the
 * focus reaches the button, so that a page full of menus weighs nothing until one is wanted.
 */
export function Menu({ trigger, items, align = "end" }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const warmUp = () => void loadMenu();

  function open(event: MouseEvent | KeyboardEvent): void {
    event.preventDefault();
    setIsWanted(true);
  }

  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={isWanted}
      onPointerEnter={warmUp}
      onFocus={warmUp}
      onClick={open}
      onKeyDown={(event: KeyboardEvent) => event.key === "ArrowDown" && open(event)}
    >
      {trigger}
    </Slot.Root>
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} items={items} align={align} />
    </Suspense>
  );
}
