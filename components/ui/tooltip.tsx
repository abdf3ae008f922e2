"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

const SHOW_AFTER_MS = 450;
const HIDE_AFTER_MS = 120;
const GAP_PX = 6;

/**
 * A short explanation of the one control inside, shown on hover and on keyboard focus, hidden by Escape (WCAG 1.4.13). Never the only
 * place of something that people need. `isName` says that the control already has this text as its name, so it is not read twice.
 */
export function Tooltip({ text, isName = false, children }: { text: string; isName?: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  function schedule(open: boolean, afterMs: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(open), afterMs);
  }

  function dismiss(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !isOpen) return;
    event.preventDefault(); // Escape takes away the tooltip, not also the dialog around it.
    schedule(false, 0);
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside; it is no control itself
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => event.pointerType !== "touch" && schedule(true, SHOW_AFTER_MS)}
      onPointerLeave={() => schedule(false, HIDE_AFTER_MS)}
      onPointerDown={() => schedule(false, 0)}
      onFocus={(event) => event.target.matches(":focus-visible") && schedule(true, 0)}
      onBlur={() => schedule(false, 0)}
      onKeyDown={dismiss}
    >
      {children}
      {isOpen ? <Bubble id={id} text={text} isName={isName} anchor={anchor} /> : null}
    </span>
  );
}

function Bubble({ id, text, isName, anchor }: { id: string; text: string; isName: boolean; anchor: { current: HTMLElement | null } }) {
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const control = anchor.current?.firstElementChild;
    const element = bubble.current;
    if (!control || !element) return;
    element.showPopover();
    place(element, control.getBoundingClientRect());
    if (isName) return;
    control.setAttribute("aria-describedby", id);
    return () => control.removeAttribute("aria-describedby");
  }, [anchor, id, isName]);

  return (
    <span
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      className="pointer-events-none fixed m-0 max-w-64 animate-appear rounded-sm bg-ink px-2 py-1 text-xs font-medium text-canvas"
    >
      {text}
    </span>
  );
}

/** Under the control, or above it where there is no room; always within the window. */
function place(element: HTMLElement, control: DOMRect): void {
  const { width, height } = element.getBoundingClientRect();
  const below = control.bottom + GAP_PX;
  const top = below + height > window.innerHeight ? control.top - GAP_PX - height : below;
  const left = control.left + control.width / 2 - width / 2;
  element.style.top = `${Math.max(GAP_PX, top)}px`;
  element.style.left = `${Math.max(GAP_PX, Math.min(left, window.innerWidth - width - GAP_PX))}px`;
}
