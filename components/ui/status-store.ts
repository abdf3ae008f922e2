import { escapeVisible } from "#components/text/visible-text.ts";

export interface StatusMessage {
  text: string;
  tone?: "neutral" | "danger";
  /** One act that belongs to it, as "Undo". */
  action?: { label: string; onAct: () => void };
}

let current: StatusMessage | null = null;
const listeners = new Set<() => void>();

/**
 * Shows one message in the page's status line and reads it out politely. The next message takes its place. Names stand in it that people and models have given:
 * nothing hides in them.
 */
export function announce(message: StatusMessage): void {
  const text = escapeVisible(message.text, "prose");
  current = text === message.text ? message : { ...message, text };
  for (const listener of listeners) listener();
}

/** Takes the message away, if it is still the one shown. */
export function dismissStatus(message: StatusMessage): void {
  if (current !== message) return;
  current = null;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const statusStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): StatusMessage | null => current,
  onServer: (): StatusMessage | null => null,
};
