import { setImmediate as nextTurn } from "node:timers/promises";
import { httpFetch } from "../http-fetch.ts";
import { ProviderStreamError } from "../provider-stream-error.ts";
import { EventSplitter, isWhole, LineSplitter, type MessageSplitter, WholeSplitter } from "./split-messages.ts";

/** What one message of a model's answer becomes: what the provider's code gets in its place, and whether it was the last that counts. */
export interface Reading {
  say: string[];
  isLast: boolean;
}

/** How one answer of a server is read. Made anew for each answer. */
export interface Protocol {
  framing: "events" | "lines";
  /** @throws ProviderStreamError when the message says that the server failed, or cannot be read. */
  read(message: string): Reading;
}

/** How long the rest of an answer is waited for after its last message, so that its connection can be used again. */
const DRAIN_MS = 2_000;

/**
 * `fetch` for a model provider that reads what servers really send. The answer ends with its last message, whether or not the connection
 * does; its last line may lack its break; an answer that was not streamed is one message; a web page is a failure in words. What a
 * message may look like is the protocol's.
 */
export function fetchAnswers(newProtocol: () => Protocol): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await httpFetch(input, init);
    if (!response.ok || !response.body) return response;
    return new Response(readAnswer(response.body, newProtocol()), { status: response.status, headers: response.headers });
  };
}

function readAnswer(body: ReadableStream<Uint8Array>, protocol: Protocol): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const messages = new Messages(protocol.framing);
  const encoder = new TextEncoder();
  let failure: ProviderStreamError | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // An error overtakes what is still on its way through the provider's streams.
        if (failure) await nextTurn();
        for (let isOpen = !failure; isOpen; ) {
          const { done, value } = await reader.read();
          const heard = hear(protocol, messages, value, done);
          failure = heard.failure;
          if (heard.said) controller.enqueue(encoder.encode(heard.said));
          if (failure) void reader.cancel(failure).catch(() => {});
          else if (heard.isLast || done) {
            controller.close();
            if (!done) void drain(reader);
            return;
          }
          if (heard.said) return;
          isOpen = !failure;
        }
        controller.error(failure);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

interface Heard {
  said: string;
  isLast: boolean;
  failure: ProviderStreamError | undefined;
}

function hear(protocol: Protocol, messages: Messages, bytes: Uint8Array | undefined, isEnd: boolean): Heard {
  const heard: Heard = { said: "", isLast: false, failure: undefined };
  try {
    for (const message of messages.next(bytes, isEnd)) {
      if (message.trim() === "") continue;
      const { say, isLast } = protocol.read(message);
      for (const text of say) heard.said += framed(protocol, text);
      heard.isLast = isLast;
      if (isLast) break;
    }
  } catch (error) {
    if (!(error instanceof ProviderStreamError)) throw error;
    heard.failure = error;
  }
  return heard;
}

function framed({ framing }: Protocol, text: string): string {
  // Between the parts of a JSON text a line break is as good as a space; within them there is none.
  const line = text.includes("\n") ? text.replaceAll("\n", " ") : text;
  return framing === "events" ? `data: ${line}\n\n` : `${line}\n`;
}

/** Bytes to messages. How they are told apart is known with the first character: not every server streams, or is a model's. */
class Messages {
  readonly #framing: Protocol["framing"];
  readonly #decoder = new TextDecoder();
  #splitter: MessageSplitter | undefined;
  #opening = "";

  constructor(framing: Protocol["framing"]) {
    this.#framing = framing;
  }

  next(bytes: Uint8Array | undefined, isEnd: boolean): string[] {
    const text = this.#decoder.decode(bytes, { stream: !isEnd });
    const whole = this.#splitter ? this.#splitter.add(text) : this.#open(text);
    // Half a message at the end was cut, and says nothing.
    return isEnd ? [...whole, ...(this.#splitter?.end() ?? []).filter(isWhole)] : whole;
  }

  #open(text: string): string[] {
    this.#opening += text;
    const first = this.#opening.trimStart()[0];
    if (first === undefined) return [];
    if (first === "<") throw new ProviderStreamError("it sent a web page; is its address right?", "bad_answer");
    if (this.#framing === "lines") this.#splitter = new LineSplitter();
    else this.#splitter = first === "{" ? new WholeSplitter() : new EventSplitter();
    return this.#splitter.add(this.#opening);
  }
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_MS).unref();
  try {
    while (!(await reader.read()).done);
  } catch {
    // The answer is whole; how its connection ends is no matter.
  } finally {
    clearTimeout(timer);
  }
}
