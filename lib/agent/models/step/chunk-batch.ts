import type { UIMessageChunk } from "ai";
import type { StepListener } from "./step-types.ts";

/**
 * Hands chunks to the listener once per turn of the event loop: a network read often holds many tokens, and what arrived together is
 * written together. Deltas of one part are joined. Costs a token nothing but a push.
 */
export class ChunkBatch {
  readonly #listener: StepListener;
  readonly #onFailure: () => void;
  #chunks: UIMessageChunk[] = [];
  #immediate: NodeJS.Immediate | undefined;
  #isUsed = false;
  #failure: { error: unknown } | undefined;

  /** `onFailure` is told when the listener threw; `flush` throws its error again. */
  constructor(listener: StepListener, onFailure: () => void) {
    this.#listener = listener;
    this.#onFailure = onFailure;
  }

  /** Whether anything was ever said. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  push(chunk: UIMessageChunk): void {
    this.#isUsed = true;
    if (this.#joins(chunk)) return;
    this.#chunks.push(chunk);
    this.#immediate ??= setImmediate(this.#deliver);
  }

  /** Hands over what is there now. Throws what the listener threw, now or before. */
  flush(): void {
    this.#deliver();
    if (this.#failure) throw this.#failure.error;
  }

  #joins(chunk: UIMessageChunk): boolean {
    const last = this.#chunks.at(-1);
    if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") {
      if (last?.type !== chunk.type || last.id !== chunk.id) return false;
      last.delta += chunk.delta;
      return true;
    }
    if (chunk.type !== "tool-input-delta" || last?.type !== chunk.type || last.toolCallId !== chunk.toolCallId) return false;
    last.inputTextDelta += chunk.inputTextDelta;
    return true;
  }

  readonly #deliver = (): void => {
    if (this.#immediate) clearImmediate(this.#immediate);
    this.#immediate = undefined;
    const chunks = this.#chunks;
    if (chunks.length === 0 || this.#failure) return;
    this.#chunks = [];
    try {
      this.#listener(chunks);
    } catch (error) {
      this.#failure = { error };
      this.#onFailure();
    }
  };
}
