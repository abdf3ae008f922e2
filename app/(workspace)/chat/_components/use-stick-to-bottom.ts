"use client";

import { useCallback, useLayoutEffect, useRef, useState } from "react";

/** Nearer to the end than this counts as there. */
const NEAR_PX = 24;

/**
 * Keeps a box that grows at its end there for as long as the reader is there, and leaves it alone once they scroll up. With `opensAtEnd` it
 * begins there: `isReady` is false for the first drawing, and until then the box must be laid out from its end (`flex-col-reverse`), so that it
 * opens there without a script.
 */
export function useStickToBottom({ opensAtEnd }: { opensAtEnd: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(opensAtEnd);
  const [isReady, setIsReady] = useState(!opensAtEnd);
  const [isAtBottom, setIsAtBottom] = useState(true);

  const jumpToBottom = useCallback((): void => {
    sticks.current = true;
    setIsAtBottom(true);
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, []);

  useLayoutEffect(() => setIsReady(true), []);

  useLayoutEffect(() => {
    const [box, inner] = [scroller.current, content.current];
    if (!isReady || !box || !inner) return;
    if (sticks.current) box.scrollTop = box.scrollHeight;
    let last = box.scrollTop;
    const follow = (): void => {
      if (sticks.current) box.scrollTop = box.scrollHeight;
    };
    const onScroll = (): void => {
      const gap = box.scrollHeight - box.clientHeight - box.scrollTop;
      if (box.scrollTop < last - 1 && gap > 2) sticks.current = false;
      else if (gap < NEAR_PX) sticks.current = true;
      last = box.scrollTop;
      setIsAtBottom(sticks.current || gap < NEAR_PX);
    };
    const observer = new ResizeObserver(follow);
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [isReady]);

  return { scroller, content, isReady, isAtBottom, jumpToBottom };
}
