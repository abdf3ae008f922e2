import { ProviderStreamError } from "../provider-stream-error.ts";
import { fetchAnswers, type Protocol, type Reading } from "./fetch-answer.ts";
import { errorIn, isObject, type JsonObject, parseMessage, wordsOfError } from "./message-json.ts";

/**
 * `fetch` for OpenAI's Responses API. An answer ends with the event that says so; what a server says only in whole items, or in one
 * answer that it does not stream, is told as the events that OpenAI would have sent.
 */
export const responsesFetch = fetchAnswers(() => new Responses());

const LAST = new Set(["response.completed", "response.incomplete"]);

class Responses implements Protocol {
  readonly framing = "events";
  /** Not by ids: servers give an item another one when they repeat it. */
  #hasItems = false;
  #isTextTold = false;

  read(message: string): Reading {
    if (message.trim() === "[DONE]") return { say: [], isLast: true };
    const event = parseMessage(message);
    const { type, response } = event;
    if (event.object === "response") return readWhole(event);
    if (event.object === "chat.completion.chunk" || event.object === "chat.completion") throw wrongProtocol();
    if (typeof type !== "string") return failedIfError(event);
    if (type === "response.failed") throw new ProviderStreamError(isObject(response) ? wordsOfFailure(response.error) : "");
    const isLast = LAST.has(type);
    if (isLast && !this.#hasItems && isObject(response)) return { say: [...itemEvents(response), message], isLast };
    return { say: [...this.#untold(event), message], isLast };
  }

  /** The text of an item that is done and of which no piece has come. */
  #untold({ type, item, output_index }: JsonObject): string[] {
    if (type === "response.output_text.delta" || type === "response.refusal.delta") this.#isTextTold = true;
    if (type === "response.output_item.added") this.#hasItems = true;
    if (type !== "response.output_item.done" || !isObject(item)) return [];
    const isTold = this.#isTextTold;
    this.#hasItems = true;
    this.#isTextTold = false;
    return isTold ? [] : textEvents(item, output_index);
  }
}

function readWhole(response: JsonObject): Reading {
  if (response.error) throw new ProviderStreamError(wordsOfFailure(response.error));
  const type = response.status === "incomplete" ? "response.incomplete" : "response.completed";
  const { id, created_at, model } = response;
  const created = JSON.stringify({ type: "response.created", response: { id, created_at, model } });
  return { say: [created, ...itemEvents(response), JSON.stringify({ type, response })], isLast: true };
}

function failedIfError(event: JsonObject): Reading {
  const error = errorIn(event);
  if (error !== undefined) throw new ProviderStreamError(wordsOfFailure(error));
  return { say: [], isLast: false };
}

/** The code too: it tells what kind of failure it is. */
function wordsOfFailure(error: unknown): string {
  const code = isObject(error) && typeof error.code === "string" ? `${error.code}: ` : "";
  return code + wordsOfError(error);
}

/** The items of a whole answer as events. */
function itemEvents({ output }: JsonObject): string[] {
  return (Array.isArray(output) ? output : [])
    .filter(isObject)
    .flatMap((item, output_index) => [
      JSON.stringify({ type: "response.output_item.added", output_index, item }),
      ...textEvents(item, output_index),
      JSON.stringify({ type: "response.output_item.done", output_index, item }),
    ]);
}

function textEvents({ type, id, content }: JsonObject, output_index: unknown): string[] {
  if (type !== "message" || !Array.isArray(content)) return [];
  return content
    .filter(isObject)
    .filter(({ text }) => typeof text === "string" && text !== "")
    .map(({ text }, content_index) =>
      JSON.stringify({ type: "response.output_text.delta", item_id: id, output_index, content_index, delta: text }),
    );
}

function wrongProtocol(): ProviderStreamError {
  return new ProviderStreamError("it speaks chat completions; set MODEL to openai-compatible:<the model>", "bad_answer");
}
