import { type Filter, httpFetchWith } from "../http-fetch.ts";
import { ProviderStreamError } from "../provider-stream-error.ts";
import { MAX_QUOTED, parseMessage, wordsOfError } from "./message-json.ts";
import { EventSplitter, isWhole, LineSplitter, type MessageSplitter, WholeSplitter } from "./split-messages.ts";

/** What one message of a model's answer becomes: what is given on in its place, and whether it was the last that counts. */
export interface Reading<T> {
  say: readonly T[];
  isLast: boolean;
  /** The server has said how its answer ends; what it may add (counts) is no part of the answer. */
  mayEnd?: boolean;
  /** It was a part of the answer, also if it says nothing. */
  goesOn?: boolean;
}

/** How one answer of a server is read. Made anew for each answer. */
export interface Protocol<T> {
  framing: "events" | "lines";
  /** @throws ProviderStreamError when the message says that the server failed, or cannot be read. */
  read(message: string): Reading<T>;
  /** What is left to say when the answer ended without a last message. @throws as `read` does. */
  end?(): readonly T[];
}

/**
 * `fetch` for a model provider that reads what servers really send. The answer ends with its last message, whether or not the connection
 * does; its last line may lack its break; an answer that was not streamed is one message; a web page is a failure in words. What a
 * message may look like is the protocol's.
 */
export function fetchAnswers(newProtocol: () => Protocol<string>): typeof globalThis.fetch {
  return httpFetchWith(() => {
    const protocol = newProtocol();
    const hear = answerFilter(protocol);
    return (bytes) => {
      const { given, ...heard } = hear(bytes);
      return { ...heard, given: given.length > 0 ? [encoder.encode(given.map((text) => framed(protocol, text)).join(""))] : [] };
    };
  });
}

/** The same reading, for whoever is no `fetch`: gives what the protocol says, as it says it. */
export function answerFilter<T>(protocol: Protocol<T>): Filter<T> {
  const messages = new Messages(protocol.framing);
  let mayEnd = false;
  let hasGoneOn = false;
  let last = "";
  return (bytes) => {
    const given: T[] = [];
    let isLast = false;
    let goesOn = false;
    let failure: Error | undefined;
    try {
      for (const message of messages.next(bytes)) {
        if (message.trim() === "") continue;
        const heard = protocol.read(message);
        given.push(...heard.say);
        mayEnd = heard.mayEnd ?? false;
        goesOn ||= heard.goesOn ?? heard.say.length > 0;
        isLast = heard.isLast;
        last = message;
        if (isLast) break;
      }
      hasGoneOn ||= goesOn;
      if (bytes === undefined && !isLast && !hasGoneOn && messages.isOne) throw new ProviderStreamError(wordsOfError(parseMessage(last)));
      if (bytes === undefined && !isLast) given.push(...(protocol.end?.() ?? []));
    } catch (error) {
      // Whatever it is: nobody else would hear of it, in the middle of a socket's event.
      failure = error instanceof Error ? error : new Error(String(error));
    }
    return { given, isLast, mayEnd, goesOn, failure };
  };
}

const encoder = new TextEncoder();

function framed({ framing }: Protocol<string>, text: string): string {
  // Between the parts of a JSON text a line break is as good as a space; within them there is none.
  const line = text.includes("\n") ? text.replaceAll("\n", " ") : text;
  return framing === "events" ? `data: ${line}\n\n` : `${line}\n`;
}

type Framing = Protocol<unknown>["framing"];

/** Far more than any model says at once. A part that goes on longer has no end. */
const MAX_MESSAGE_CHARS = 32 * 1024 * 1024;

/** Bytes to messages. How they are told apart is known with the first character: not every server streams, or is a model's. */
class Messages {
  readonly #framing: Framing;
  readonly #decoder = new TextDecoder();
  #splitter: MessageSplitter | undefined;
  /** What came first, for as long as it may have to be quoted. */
  #opening = "";
  #hasGiven = false;
  #unfinishedChars = 0;

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  /** A server that does not stream: its answer, or the failure that it reports in a form of its own. */
  get isOne(): boolean {
    return this.#splitter instanceof WholeSplitter;
  }

  next(bytes: Uint8Array | undefined): string[] {
    const isEnd = bytes === undefined;
    const text = this.#decoder.decode(bytes, { stream: !isEnd });
    if (!this.#splitter || this.#opening.length < MAX_QUOTED) this.#opening += text;
    const whole = this.#splitter ? this.#splitter.add(text) : this.#open();
    // Half a message at the end was cut, and says nothing.
    if (isEnd) whole.push(...(this.#splitter?.end() ?? []).filter(isWhole));
    if (whole.length > 0) this.#hasGiven = true;
    else if (isEnd && !this.#hasGiven) this.#refuseForeignWords();
    this.#unfinishedChars = whole.length > 0 ? 0 : this.#unfinishedChars + text.length;
    if (this.#unfinishedChars > MAX_MESSAGE_CHARS) throw new ProviderStreamError("a part of it has no end", "bad_answer");
    return whole;
  }

  /** A gateway without a server behind it, a page that says that something runs: words, and no part of an answer. */
  #refuseForeignWords(): void {
    const words = this.#opening.trim();
    const isAnswer = this.#framing === "lines" ? words.startsWith("{") : /^(?:data|event|id|retry|):/m.test(words);
    if (words !== "" && !isAnswer) throw new ProviderStreamError(`it sent: ${words.slice(0, MAX_QUOTED).toWellFormed()}`, "server_error");
  }

  #open(): string[] {
    const first = this.#opening.trimStart()[0];
    if (first === undefined) return [];
    if (first === "<") throw new ProviderStreamError("it sent a web page; is its address right?", "bad_answer");
    if (this.#framing === "lines") this.#splitter = new LineSplitter();
    else this.#splitter = first === "{" || first === "[" ? new WholeSplitter() : new EventSplitter();
    return this.#splitter.add(this.#opening);
  }
}
