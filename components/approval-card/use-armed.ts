"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** A click that was meant for what stood here before comes within this time. */
const ARM_MS = 600;
const LOOK_MS = 100;

/**
 * Whether a click on `element` may count: it has been on the page, in its place, and in a window with focus for 600 ms. Appearing, moving (a
 * list that grew, a scroll), a window that was just chosen and a tab that was just shown each begin the time anew. `isArmedNow` is for the
 * handler: it looks at the place itself, between two looks of the clock too.
 */
export function useArmed(element: RefObject<HTMLElement | null>, isNeeded: boolean): { isArmed: boolean; isArmedNow: () => boolean } {
  const [isArmed, setIsArmed] = useState(false);
  const watch = useRef<Watch | null>(null);

  useEffect(() => {
    if (!isNeeded) return;
    const guard = new Watch(() => element.current, setIsArmed);
    watch.current = guard;
    return () => {
      guard.end();
      watch.current = null;
    };
  }, [element, isNeeded]);

  return { isArmed, isArmedNow: () => watch.current?.look() ?? false };
}

class Watch {
  readonly #element: () => HTMLElement | null;
  readonly #tell: (isArmed: boolean) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #place = "";
  #since = performance.now();

  constructor(element: () => HTMLElement | null, tell: (isArmed: boolean) => void) {
    this.#element = element;
    this.#tell = tell;
    this.#timer = setInterval(() => this.look(), LOOK_MS);
    addEventListener("focus", this.#disturbed);
    document.addEventListener("visibilitychange", this.#disturbed);
    this.look();
  }

  look(): boolean {
    const box = this.#element()?.getBoundingClientRect();
    const place = box ? `${Math.round(box.x)} ${Math.round(box.y)} ${Math.round(box.width)}` : "";
    if (place !== this.#place) {
      this.#place = place;
      this.#since = performance.now();
    }
    const isArmed = place !== "" && performance.now() - this.#since >= ARM_MS;
    this.#tell(isArmed);
    return isArmed;
  }

  end(): void {
    clearInterval(this.#timer);
    removeEventListener("focus", this.#disturbed);
    document.removeEventListener("visibilitychange", this.#disturbed);
  }

  #disturbed = (): void => {
    this.#since = performance.now();
    this.#tell(false);
  };
}
