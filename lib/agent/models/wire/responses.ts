import { ProviderStreamError } from "../provider-stream-error.ts";
import { fetchAnswers, type Protocol, type Reading } from "./fetch-answer.ts";
import { argumentText, count, errorIn, isObject, type JsonObject, parseMessage, wordsOfError } from "./message-json.ts";

/**
 * `fetch` for OpenAI's Responses API. An answer ends with the event that says so; what a server says only in whole items, or in one
 * answer that it does not stream, is told as the events that OpenAI would have sent.
 */
export const responsesFetch = fetchAnswers(() => new Responses());

const LAST = new Set(["response.completed", "response.incomplete"]);

class Responses implements Protocol<string> {
  readonly framing = "events";
  /** Items that have begun and are not done, by their place in the answer. Not by ids: servers give an item another one when they repeat it. */
  readonly #open = new Map<unknown, JsonObject>();
  #hasItems = false;
  #isTextTold = false;
  /** Places of messages of which text came before any item was begun. */
  readonly #toldEarly = new Set<unknown>();
  /** Arguments as they came in pieces, by the place of their call. */
  readonly #pieces = new Map<unknown, string>();

  read(message: string): Reading<string> {
    if (message.trim() === "[DONE]") return { say: [], isLast: true };
    const event = parseMessage(message);
    const { type, response } = event;
    if (event.object === "response") return readWhole(event);
    if (event.object === "chat.completion.chunk" || event.object === "chat.completion") throw wrongProtocol();
    if (typeof type !== "string") return failedIfError(event);
    if (type === "error") throw new ProviderStreamError(wordsOfFailure(event.error ?? event));
    if (type === "response.failed") throw new ProviderStreamError(isObject(response) ? wordsOfFailure(response.error) : "");
    if (!LAST.has(type)) return { say: this.#readEvent(event, message), isLast: false };
    if (!isObject(response)) return { say: [message], isLast: true };
    failUnless(response, ENDED_WELL);
    return { say: [...this.#untoldItems(response), tidyEnd(event, message)], isLast: true };
  }

  #readEvent(event: JsonObject, message: string): string[] {
    const { type, output_index, item } = event;
    switch (type) {
      // Of nothing that is shown; an odd one must not cost the answer.
      case "response.created":
      case "response.in_progress":
      case "response.output_text.annotation.added":
        return [];
      case "response.function_call_arguments.delta":
        if (typeof event.delta !== "string") return [];
        this.#pieces.set(output_index, `${this.#pieces.get(output_index) ?? ""}${event.delta}`);
        return [message];
      case "response.output_text.delta":
      case "response.refusal.delta":
        if (typeof event.delta !== "string") return [];
        this.#isTextTold = true;
        if (!this.#hasItems) this.#toldEarly.add(output_index);
        return [message];
      case "response.output_text.done":
        if (this.#isTextTold || typeof event.text !== "string" || event.text === "") return [message];
        this.#isTextTold = true;
        return [JSON.stringify({ ...event, type: "response.output_text.delta", delta: event.text })];
      case "response.function_call_arguments.done":
        this.#open.set(output_index, { ...this.#open.get(output_index), arguments: event.arguments });
        return [message];
      case "response.output_item.added":
        this.#hasItems = true;
        this.#open.set(output_index, isObject(item) ? item : {});
        return [withTidyItem(event, message)];
      case "response.output_item.done":
        this.#hasItems = true;
        return isObject(item) ? this.#doneEvent(event, item, message) : [message];
      default:
        return [message];
    }
  }

  /** Some servers (LM Studio) tell a call's arguments before, and leave them out, or empty, in the item itself. */
  #doneEvent(event: JsonObject, item: JsonObject, message: string): string[] {
    const { output_index } = event;
    const told = this.#toldArguments(output_index);
    this.#open.delete(output_index);
    this.#pieces.delete(output_index);
    const isUntold = item.type !== "function_call" || !isEmpty(item.arguments) || isEmpty(told);
    const whole = isUntold ? event : { ...event, item: { ...item, arguments: told } };
    return this.#itemDone(item, output_index, withTidyItem(whole, isUntold ? message : JSON.stringify(whole)));
  }

  #toldArguments(output_index: unknown): unknown {
    const told = this.#open.get(output_index)?.arguments;
    return isEmpty(told) ? (this.#pieces.get(output_index) ?? told) : told;
  }

  /** With the text of an item of which no piece has come. */
  #itemDone(item: JsonObject, output_index: unknown, message: string): string[] {
    const isTold = this.#isTextTold;
    this.#isTextTold = false;
    return isTold ? [message] : [...textEvents(item, output_index), message];
  }

  /** What only the end tells: all items, or what those became that were begun. */
  #untoldItems(response: JsonObject): string[] {
    if (!this.#hasItems) return itemEvents(response, this.#toldEarly);
    const items = Array.isArray(response.output) ? response.output : [];
    return [...this.#open].flatMap(([index, begun]) => {
      const whole = items[Number(index)];
      const told = { ...begun, ...(begun.type === "function_call" && { arguments: this.#toldArguments(index) }) };
      const item = isObject(whole) && whole.type === begun.type ? whole : told;
      return this.#itemDone(item, index, itemEvent("response.output_item.done", index, item));
    });
  }
}

/** Arguments that say nothing. */
function isEmpty(given: unknown): boolean {
  const text = argumentText(given)?.trim() ?? "";
  return text === "" || text === "{}";
}

function readWhole(response: JsonObject): Reading<string> {
  failUnless(response, COMPLETE);
  const type = response.status === "incomplete" ? "response.incomplete" : "response.completed";
  const end = { type, response };
  return { say: [...itemEvents(response), tidyEnd(end, JSON.stringify(end))], isLast: true };
}

/** States of an answer of which all has come that will come; without a state it is what it seems. */
const COMPLETE: readonly unknown[] = ["completed", "incomplete", undefined, null];
/** In the event that ends a stream some servers repeat the state in which the answer began. */
const ENDED_WELL: readonly unknown[] = [...COMPLETE, "queued", "in_progress"];

function failUnless({ error, status }: JsonObject, states: readonly unknown[]): void {
  if (error) throw new ProviderStreamError(wordsOfFailure(error));
  if (!states.includes(status)) throw new ProviderStreamError(`it says that its answer is ${String(status)}`);
}

function failedIfError(event: JsonObject): Reading<string> {
  const error = errorIn(event);
  if (error !== undefined) throw new ProviderStreamError(wordsOfFailure(error));
  return { say: [], isLast: false };
}

/** The code too: it tells what kind of failure it is. */
function wordsOfFailure(error: unknown): string {
  if (error === undefined || error === null) return "";
  const code = isObject(error) && typeof error.code === "string" ? `${error.code}: ` : "";
  return code + wordsOfError(error);
}

/** The items of a whole answer as events, without the messages of which the text has been told. */
function itemEvents({ output }: JsonObject, told: ReadonlySet<unknown> = new Set()): string[] {
  return (Array.isArray(output) ? output : [])
    .filter(isObject)
    .map((item, output_index) => ({ item, output_index }))
    .filter(({ item, output_index }) => item.type !== "message" || !told.has(output_index))
    .flatMap(({ item, output_index }) => [
      itemEvent("response.output_item.added", output_index, item),
      ...textEvents(item, output_index),
      itemEvent("response.output_item.done", output_index, item),
    ]);
}

function itemEvent(type: string, output_index: unknown, item: JsonObject): string {
  return JSON.stringify({ type, output_index, item: tidyItem(item, output_index) });
}

/** A refusal is words too. */
function textEvents({ type, id, content }: JsonObject, output_index: unknown): string[] {
  if (type !== "message" || !Array.isArray(content)) return [];
  return content
    .filter(isObject)
    .map(({ text, refusal }) => text ?? refusal)
    .filter((text) => typeof text === "string" && text !== "")
    .map((delta, content_index) => JSON.stringify({ type: "response.output_text.delta", item_id: id, output_index, content_index, delta }));
}

function withTidyItem(event: JsonObject, message: string): string {
  const { item, output_index } = event;
  if (!isObject(item)) return message;
  const tidied = tidyItem(item, output_index);
  return tidied === item ? message : JSON.stringify({ ...event, item: tidied });
}

/** Items in OpenAI's form: each has an id, and a call's arguments are a text. */
function tidyItem(item: JsonObject, output_index: unknown): JsonObject {
  const { type, id } = item;
  if (type === "function_call") return tidyCall(item, output_index);
  const isNamed = typeof id === "string" || (type !== "message" && type !== "reasoning");
  return isNamed ? item : { ...item, id: `item_${output_index}` };
}

const CALL_STATES: readonly unknown[] = ["in_progress", "completed", "incomplete"];

function tidyCall(item: JsonObject, output_index: unknown): JsonObject {
  const { id, call_id, arguments: given, status } = item;
  const isTidy = typeof id === "string" && typeof call_id === "string" && typeof given === "string" && CALL_STATES.includes(status);
  if (isTidy) return item;
  return {
    ...item,
    id: textOr(id, `fc_${output_index}`),
    call_id: textOr(call_id, textOr(id, `call_${output_index}`)),
    arguments: argumentText(given) ?? "",
    status: CALL_STATES.includes(status) ? status : "completed",
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}

function tidyEnd(event: JsonObject, message: string): string {
  const { type, response } = event;
  if (!isObject(response)) return message;
  const usage = tidyUsage(response.usage);
  const details = type === "response.incomplete" ? tidyDetails(response.incomplete_details) : response.incomplete_details;
  if (usage === response.usage && details === response.incomplete_details) return message;
  return JSON.stringify({ ...event, response: { ...response, usage, incomplete_details: details } });
}

function tidyUsage(usage: unknown): unknown {
  if (!isObject(usage)) return usage;
  const { input_tokens, output_tokens } = usage;
  if (typeof input_tokens === "number" && typeof output_tokens === "number") return usage;
  const counts = { input_tokens: count(input_tokens), output_tokens: count(output_tokens) };
  const isCounted = counts.input_tokens !== undefined && counts.output_tokens !== undefined;
  return isCounted ? { ...usage, ...counts } : null;
}

/** An answer that is incomplete for a reason of the server's own, or for none, was cut all the same. */
function tidyDetails(details: unknown): unknown {
  const isKnown = isObject(details) && (details.reason === "max_output_tokens" || details.reason === "content_filter");
  return isKnown ? details : { reason: "max_output_tokens" };
}

function wrongProtocol(): ProviderStreamError {
  return new ProviderStreamError("it speaks chat completions; set MODEL to openai-compatible:<the model>", "bad_answer");
}
