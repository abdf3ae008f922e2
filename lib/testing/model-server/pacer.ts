import { LatenessHistogram } from "./lateness-histogram.ts";

interface Due {
  at: number;
  play: (now: number) => void;
}

/**
 * Paces thousands of streams with one timer: what is due waits in 1 ms slots, and whoever is late gets all that it is owed in one go,
 * so a busy process never falls behind for good and says how late it was.
 */
export class Pacer {
  readonly lateness = new LatenessHistogram();
  readonly #slots = new Map<number, Due[]>();
  #lastSlot = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `play` at `at` (`performance.now()` ms) or as soon after as the process allows; never before, never at once. */
  schedule(at: number, play: (now: number) => void): void {
    if (this.#slots.size === 0) this.#lastSlot = Math.floor(performance.now());
    const slot = Math.max(this.#lastSlot + 1, Math.ceil(at));
    const waiting = this.#slots.get(slot);
    if (waiting) waiting.push({ at, play });
    else this.#slots.set(slot, [{ at, play }]);
    this.#timer ??= setTimeout(this.#run, 1);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#slots.clear();
  }

  readonly #run = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    while (this.#lastSlot < Math.floor(now) && this.#slots.size > 0) {
      this.#lastSlot += 1;
      const due = this.#slots.get(this.#lastSlot);
      if (!due) continue;
      this.#slots.delete(this.#lastSlot);
      for (const { at, play } of due) {
        this.lateness.add(now - at);
        play(now);
      }
    }
    if (this.#slots.size > 0) this.#timer ??= setTimeout(this.#run, 1);
  };
}
