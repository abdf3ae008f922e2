/** Bytes kept at each end. 10,000 characters of UTF-8 are at most 40,000 bytes; the rest is room for escape sequences. */
const END_BYTES = 64 * 1024;

export interface CapturedOutput {
  /** All of the output when `droppedBytes` is 0, otherwise its beginning. */
  readonly head: Buffer;
  /** Empty when `droppedBytes` is 0, otherwise the end. */
  readonly tail: Buffer;
  readonly totalBytes: number;
  /** What lay between the two. */
  readonly droppedBytes: number;
}

/** Keeps the beginning and the end of a stream in bounded memory. */
export class OutputCapture {
  totalBytes = 0;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  add(chunk: Buffer): void {
    this.totalBytes += chunk.length;
    const toHead = chunk.subarray(0, Math.max(0, END_BYTES - this.#headBytes));
    // Copies: a slice would keep the whole chunk of the stream alive.
    if (toHead.length > 0) this.#head.push(Buffer.from(toHead));
    this.#headBytes += toHead.length;
    const toTail = chunk.subarray(toHead.length);
    if (toTail.length === 0) return;
    this.#tail.push(Buffer.from(toTail.subarray(-END_BYTES)));
    this.#tailBytes += Math.min(toTail.length, END_BYTES);
    if (this.#tailBytes > 4 * END_BYTES) this.#compact();
  }

  finish(): CapturedOutput {
    this.#compact();
    const head = Buffer.concat(this.#head);
    const tail = this.#tail[0] ?? Buffer.alloc(0);
    const droppedBytes = this.totalBytes - head.length - tail.length;
    if (droppedBytes === 0) return { head: Buffer.concat([head, tail]), tail: Buffer.alloc(0), totalBytes: this.totalBytes, droppedBytes };
    return { head, tail, totalBytes: this.totalBytes, droppedBytes };
  }

  #compact(): void {
    const end = Buffer.from(Buffer.concat(this.#tail).subarray(-END_BYTES));
    this.#tail = end.length > 0 ? [end] : [];
    this.#tailBytes = end.length;
  }
}
