const OPENING = "<think>";
const CLOSING = "</think>";

/** What a piece of an answer's text is made of. */
export interface Split {
  thought: string;
  text: string;
}

/**
 * Tells a model's thoughts from its words where its server does not: models that think (DeepSeek, Qwen) begin their answer with
 * `<think>…</think>`, and many local servers pass that on as text. Only at the very beginning of an answer; anywhere else the tag is a word.
 */
export class ThinkTags {
  #state: "beginning" | "thinking" | "after-thinking" | "speaking" = "beginning";
  /** What may be the first part of a tag. */
  #held = "";

  take(delta: string): Split {
    if (this.#state === "speaking") return { thought: "", text: delta };
    if (this.#state === "after-thinking") return { thought: "", text: this.#speak(delta) };
    const given = this.#held + delta;
    this.#held = "";
    return this.#state === "beginning" ? this.#begin(given) : this.#think(given);
  }

  /** What was held back, when nothing follows. */
  end(): Split {
    const held = this.#held;
    this.#held = "";
    return this.#state === "thinking" ? { thought: held, text: "" } : { thought: "", text: held };
  }

  #begin(given: string): Split {
    const start = given.trimStart();
    if (start.startsWith(OPENING)) {
      this.#state = "thinking";
      return this.#think(start.slice(OPENING.length));
    }
    if (OPENING.startsWith(start)) {
      this.#held = given;
      return { thought: "", text: "" };
    }
    this.#state = "speaking";
    return { thought: "", text: given };
  }

  #think(given: string): Split {
    const close = given.indexOf(CLOSING);
    if (close >= 0) {
      this.#state = "after-thinking";
      return { thought: given.slice(0, close), text: this.#speak(given.slice(close + CLOSING.length)) };
    }
    const held = heldAtEnd(given);
    this.#held = given.slice(given.length - held);
    return { thought: given.slice(0, given.length - held), text: "" };
  }

  /** The empty lines between thoughts and words belong to neither. */
  #speak(given: string): string {
    const text = given.trimStart();
    if (text !== "") this.#state = "speaking";
    return text;
  }
}

/** How many characters at the end may be the beginning of the closing tag. */
function heldAtEnd(text: string): number {
  for (let length = Math.min(CLOSING.length - 1, text.length); length > 0; length--) {
    if (CLOSING.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
