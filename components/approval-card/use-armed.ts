"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { StillnessWatch } from "#components/approval-card/stillness-watch.ts";

/**
 * Whether a click on `element` may count: see {@link StillnessWatch}. `isArmedNow` is for the handler: it looks at the place itself, between two
 * looks of the clock too.
 */
export function useArmed(element: RefObject<HTMLElement | null>): { isArmed: boolean; isArmedNow: () => boolean } {
  const [isArmed, setIsArmed] = useState(false);
  const watch = useRef<StillnessWatch | null>(null);

  useEffect(() => {
    const stillness = new StillnessWatch(() => element.current, setIsArmed);
    watch.current = stillness;
    return () => {
      stillness.end();
      watch.current = null;
    };
  }, [element]);

  return { isArmed, isArmedNow: () => watch.current?.look() ?? false };
}
