/** Takes a stream's text as it arrives, and gives the messages that have become whole. */
export interface MessageSplitter {
  add(text: string): string[];
  /** What is left when the stream has ended: several servers leave out the line break after their last message. */
  end(): string[];
}

/** The end of a line. A return at the very end may be the first half of one. */
const LINE_BREAK = /\r\n|\n|\r(?!$)/;

/** One message a line (NDJSON). */
export class LineSplitter implements MessageSplitter {
  #pieces: string[] = [];

  add(text: string): string[] {
    this.#pieces.push(text);
    // A line may have megabytes and come in thousands of pieces: it is put together once.
    if (!/[\r\n]/.test(text)) return [];
    const lines = this.#pieces.join("").split(LINE_BREAK);
    this.#pieces = [lines.pop() ?? ""];
    return lines;
  }

  end(): string[] {
    const last = this.#pieces.join("");
    this.#pieces = [];
    return last === "" ? [] : last.split(/\r/);
  }
}

/** Server-sent events: their data. Names, ids and comments say nothing that a model's answer needs. */
export class EventSplitter implements MessageSplitter {
  readonly #lines = new LineSplitter();
  #data: string[] = [];

  add(text: string): string[] {
    return this.#lines.add(text).flatMap((line) => this.#take(line));
  }

  end(): string[] {
    return [...this.#lines.end().flatMap((line) => this.#take(line)), ...this.#give()];
  }

  #take(line: string): string[] {
    if (line === "") return this.#give();
    if (!line.startsWith("data:")) return failureIn(line);
    // Some servers put no empty line between their events, which have one line each; of one with many, each look would read all before it.
    const [first = ""] = this.#data;
    const before = this.#data.length === 1 && isWhole(first) ? this.#give() : [];
    this.#data.push(line.slice(line[5] === " " ? 6 : 5));
    return before;
  }

  #give(): string[] {
    if (this.#data.length === 0) return [];
    const message = this.#data.join("\n");
    this.#data = [];
    return [message];
  }
}

/** A failure that a server (llama.cpp, several gateways) puts among its events without `data:`, under a name of its own or as it is. */
function failureIn(line: string): string[] {
  if (line.startsWith("error:")) {
    const words = line.slice("error:".length).trim();
    return words === "" ? [] : [`{"error":${isWhole(words) ? words : JSON.stringify(words)}}`];
  }
  return line.startsWith("{") && isWhole(line) ? [line] : [];
}

/** Everything is one message: a server that does not stream. */
export class WholeSplitter implements MessageSplitter {
  readonly #pieces: string[] = [];

  add(text: string): string[] {
    this.#pieces.push(text);
    return [];
  }

  end(): string[] {
    return [this.#pieces.join("")];
  }
}

/** Whether a message is one of those that answers consist of, and not a part of one. */
export function isWhole(message: string): boolean {
  if (message.trim() === "[DONE]") return true;
  try {
    JSON.parse(message);
    return true;
  } catch {
    return false;
  }
}
