"use client";

import { useEffect, useEffectEvent } from "react";

/** Single keys for the page, by what `KeyboardEvent.key` says. They rest while somebody types, in dialogs, and with Ctrl, Alt or Meta. */
export function useCardKeys(isOn: boolean, acts: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return;
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest("input, textarea, select, [contenteditable], dialog[open], [role=menu]") !== null ||
    document.querySelector("dialog[open]") !== null
  );
}
