const BUCKETS = 128;
const SMALLEST_MS = 0.01;

/** Lateness in ms, in quarter-octave buckets: constant memory, whatever the count; quantiles are right within 19 %. */
export class LatenessHistogram {
  readonly #buckets = new Float64Array(BUCKETS);
  count = 0;
  maxMs = 0;

  add(ms: number): void {
    const bucket = Math.round(Math.log2(Math.max(ms, SMALLEST_MS) / SMALLEST_MS) * 4);
    const index = Math.min(BUCKETS - 1, bucket);
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.count += 1;
    this.maxMs = Math.max(this.maxMs, ms);
  }

  quantile(share: number): number {
    let left = this.count * share;
    for (const [index, count] of this.#buckets.entries()) {
      left -= count;
      if (left <= 0) return SMALLEST_MS * 2 ** (index / 4);
    }
    return this.maxMs;
  }

  reset(): void {
    this.#buckets.fill(0);
    this.count = 0;
    this.maxMs = 0;
  }
}
