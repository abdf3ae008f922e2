/** Within this the machines' clocks agree: an answer is a moment old when it comes, and says whole seconds. */
const TOLERATED_MS = 30_000;

let aheadMs = 0;
const listeners = new Set<() => void>();

/** Learns from the `date` of an answer of the server how far this machine's clock is off. */
export function hearServerTime(answer: Response): void {
  const difference = Date.parse(answer.headers.get("date") ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  const off = Math.abs(difference) < TOLERATED_MS ? 0 : difference;
  if (Math.abs(off - aheadMs) < TOLERATED_MS) return;
  aheadMs = off;
  for (const listener of listeners) listener();
}

/** The server's time in ms, as far as it is known: what ends in an hour, and what was a minute ago, must not hang on a reader's clock. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** Hears when {@link serverNow} jumps. Returns how to stop. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
