import { AppError } from "#lib/errors.ts";

/** Lets so much work be done at once and has so much of it wait in line, first come first served. More is turned away. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = limits.atOnce;
    this.#mostWaiting = limits.mostWaiting;
  }

  /** @throws AppError 503 `unavailable` when the line is full; the work was not begun */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody slips in before the one who waited.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length < this.#mostWaiting) return new Promise((resolve) => this.#waiting.push(resolve));
    throw new AppError("unavailable", "Too many passwords are being checked at this moment. Try again in a few seconds.", {
      retryAfterMs: 5_000,
    });
  }
}
