"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState, useSyncExternalStore } from "react";

interface Reading {
  /** This text has not been shown to its end. Returns how to say that it was, or is gone. */
  begin: () => () => void;
  subscribe: (listener: () => void) => () => void;
  unread: () => number;
}

const ReadingContext = createContext<Reading | null>(null);

/** Knows which texts below it have not been shown to their end. */
export function ReadingProvider({ children }: { children: ReactNode }) {
  const [reading] = useState(createReading);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** Texts below it may be read, and need not be. */
export function OptionalReading({ children }: { children: ReactNode }) {
  return <ReadingContext value={null}>{children}</ReadingContext>;
}

function createReading(): Reading {
  const unread = new Set<symbol>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    begin() {
      const text = Symbol("unread");
      unread.add(text);
      tell();
      return () => {
        if (unread.delete(text)) tell();
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unread: () => unread.size,
  };
}

/** How many texts must still be read. Null before the browser has looked. */
export function useUnread(): number | null {
  const reading = useContext(ReadingContext);
  if (!reading) throw new Error("useUnread outside of a ReadingProvider");
  return useSyncExternalStore<number | null>(reading.subscribe, reading.unread, () => null);
}

/**
 * For a text that must be read: `endRef` goes to an element behind its last character, and `isRead` is true once that has been on the screen.
 * Without such an element (a text that is not drawn whole) it stays unread; another `text` is unread again. Outside of a provider nothing must be.
 */
export function useReadToEnd(text: string): { isRead: boolean; endRef: (element: HTMLElement | null) => (() => void) | undefined } {
  const reading = useContext(ReadingContext);
  const [readText, setReadText] = useState<string | null>(null);
  const isRead = reading === null || readText === text;
  useEffect(() => (isRead ? undefined : reading?.begin()), [isRead, reading]);
  const endRef = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const observer = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setReadText(text);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [text],
  );
  return { isRead, endRef };
}
