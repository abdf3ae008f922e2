"use client";

import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { MenuEntry, type MenuItem } from "#components/ui/menu-entry.tsx";
import { focusFirstEntry, moveByKey } from "#components/ui/menu-keys.ts";
import { placeMenu } from "#components/ui/place-menu.ts";

/**
 * Acts and choices behind a button (WAI-ARIA APG, "Menu Button"), as the platform's popover: it lies over everything without leaving its place,
 * so it has the theme, the landmark and the modal dialog of its button; Escape and a press beside it close it, and focus returns to the button.
 * Its entries exist only while it is open, so that a page full of menus costs nothing.
 */
export function Menu({
  trigger,
  items,
  align = "end",
}: {
  /** A Button or an IconButton. */
  trigger: ReactElement<ComponentProps<"button">>;
  items: MenuItem[];
  align?: "start" | "end";
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // A press that came before the scripts has opened an empty list.
  useEffect(() => {
    if (!list.current?.matches(":popover-open") || !button.current) return;
    placeMenu(list.current, button.current, align);
    setIsOpen(true);
  }, [align]);

  useEffect(() => {
    if (!isOpen) return;
    const close = (): void => list.current?.hidePopover();
    const closeWhenMoved = ({ target }: Event): void => void (target instanceof Node && target.contains(button.current) && close());
    addEventListener("scroll", closeWhenMoved, { capture: true });
    addEventListener("resize", close);
    return () => {
      removeEventListener("scroll", closeWhenMoved, { capture: true });
      removeEventListener("resize", close);
    };
  }, [isOpen]);

  function onBeforeToggle({ newState, currentTarget }: ToggleEvent<HTMLDivElement>): void {
    if (newState !== "open" || !button.current) return;
    placeMenu(currentTarget, button.current, align);
    flushSync(() => setIsOpen(true));
  }

  function onToggle({ newState, currentTarget }: ToggleEvent<HTMLDivElement>): void {
    if (newState === "open") focusFirstEntry(currentTarget);
    else setIsOpen(false);
  }

  function openByKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" || !list.current) return;
    event.preventDefault();
    if (isOpen) focusFirstEntry(list.current);
    else list.current.showPopover();
  }

  return (
    <>
      {cloneElement(trigger, {
        id: `${id}-button`,
        ref: button,
        popoverTarget: id,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onKeyDown: openByKey,
      })}
      <div
        ref={list}
        id={id}
        role="menu"
        popover="auto"
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={moveByKey}
        className="fixed inset-auto max-w-80 min-w-44 overflow-y-auto rounded-md bg-raised p-1 text-ink shadow-raised ring-1 ring-line outline-hidden open:animate-appear"
      >
        {isOpen
          ? items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries keep their places while it is open
              <MenuEntry key={index} item={item} close={() => list.current?.hidePopover()} />
            ))
          : null}
      </div>
    </>
  );
}
