import { fetchAnswers, type Protocol, type Reading } from "./fetch-answer.ts";
import { argumentText, count, errorIn, isNone, isObject, type JsonObject, parseMessage, wordsOfError } from "./message-json.ts";

/**
 * `fetch` for servers that speak OpenAI's chat completions, each in its own way. The provider's code takes a chunk as OpenAI sends it or
 * fails the whole answer; here a chunk is brought into that form where what it means is beyond doubt: numbers as texts, arguments as an
 * object, `error: null`, a chunk without choices, a whole `message`. Only one choice is read, and nothing after `[DONE]`.
 */
export const chatCompletionsFetch = fetchAnswers(() => new ChatCompletions());

class ChatCompletions implements Protocol {
  readonly framing = "events";
  /** We ask for one choice; a server that sends several must not mix them up into one text. */
  #choice: unknown;
  /** Whether a finish reason has come. Servers that give one with every chunk say nothing by it. */
  #finish: "none" | "given" | "meaningless" = "none";
  /** What has come piece by piece. Some servers repeat it in a whole message at the end. */
  readonly #said = new Set<string>();

  read(message: string): Reading {
    if (message.trim() === "[DONE]") return { say: ["[DONE]"], isLast: true };
    const chunk = parseMessage(message);
    const error = errorIn(chunk);
    if (error !== undefined) return { say: [JSON.stringify({ error: plainError(error) })], isLast: false };
    if (!Array.isArray(chunk.choices) && !isObject(chunk.usage)) return { say: [], isLast: false, mayEnd: this.#finish === "given" };
    const text = this.#isPlain(chunk) ? message : JSON.stringify(this.#tidy(chunk));
    return { say: [text], isLast: false, mayEnd: this.#finish === "given" };
  }

  /** Nearly every chunk of a long answer: it goes through as it is. */
  #isPlain({ id, created, model, choices, usage, error }: JsonObject): boolean {
    if (!Array.isArray(choices) || choices.length !== 1 || usage || error === null || this.#finish === "given") return false;
    const [choice] = choices;
    if (!isObject(choice) || !isObject(choice.delta) || "message" in choice) return false;
    const { role, content, reasoning_content, reasoning, tool_calls } = choice.delta;
    this.#choice ??= choice.index ?? 0;
    const isPlain =
      choice.index === this.#choice &&
      isNone(choice.finish_reason) &&
      isNone(tool_calls) &&
      (isNone(role) || role === "assistant") &&
      [id, model, content, reasoning_content, reasoning].every(isText) &&
      (isNone(created) || typeof created === "number");
    if (isPlain) this.#noteSaid(choice.delta);
    return isPlain;
  }

  #noteSaid(delta: JsonObject): void {
    for (const field of FIELDS) if (isSaid(delta[field])) this.#said.add(field);
  }

  #tidy({ choices, usage }: JsonObject): JsonObject {
    const given = (Array.isArray(choices) ? choices : []).filter(isObject).filter((choice) => this.#isOurs(choice));
    const tidied = given.map((choice) => this.#tidyChoice(choice));
    for (const choice of tidied) this.#noteFinish(choice);
    return { choices: tidied, usage: tidyUsage(usage) };
  }

  #tidyChoice({ delta, message, finish_reason }: JsonObject): TidyChoice {
    // An empty reason is none: several servers send it with every chunk.
    const finish = { finish_reason: isNone(finish_reason) ? null : String(finish_reason) || null };
    if (isObject(delta)) {
      this.#noteSaid(delta);
      return { delta: tidyDelta(delta, false), ...finish };
    }
    if (!isObject(message)) return finish;
    const unsaid = Object.fromEntries(Object.entries(message).filter(([field]) => !this.#said.has(field)));
    return { delta: tidyDelta(unsaid, true), ...finish };
  }

  #noteFinish({ delta, finish_reason }: TidyChoice): void {
    if (this.#finish === "given" && delta && saysSomething(delta)) this.#finish = "meaningless";
    if (this.#finish === "none" && finish_reason !== null) this.#finish = "given";
  }

  #isOurs({ index = 0 }: JsonObject): boolean {
    this.#choice ??= index;
    return index === this.#choice;
  }
}

interface TidyChoice {
  delta?: JsonObject;
  finish_reason: string | null;
}

function tidyDelta({ content, refusal, reasoning_content, reasoning, tool_calls }: JsonObject, isWhole: boolean): JsonObject {
  const calls = isObject(tool_calls) ? [tool_calls] : tool_calls;
  return {
    content: tidyContent(content),
    ...(typeof refusal === "string" && { refusal }),
    ...(typeof reasoning_content === "string" && { reasoning_content }),
    ...(typeof reasoning === "string" && { reasoning }),
    ...(Array.isArray(calls) && {
      tool_calls: calls.filter(isObject).map((call, position) => tidyCall(isWhole ? { ...call, index: position } : call)),
    }),
  };
}

/** A list of parts, of which each kind that has a text is one, whatever it is called; thoughts (Mistral) are known to the provider's code. */
function tidyContent(content: unknown): unknown {
  if (typeof content === "number") return String(content);
  if (isNone(content) || typeof content === "string") return content;
  return (Array.isArray(content) ? content : [content]).flatMap((part) => {
    const text = isObject(part) ? part.text : part;
    if (typeof text === "string") return [{ type: "text", text }];
    return isObject(part) && part.type === "thinking" ? [part] : [];
  });
}

/** Of a delta or a message: all in which something is said. */
const FIELDS = ["content", "refusal", "reasoning_content", "reasoning", "tool_calls"] as const;

function saysSomething(delta: JsonObject): boolean {
  return FIELDS.some((field) => isSaid(delta[field]));
}

function isSaid(value: unknown): boolean {
  return !isNone(value) && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function tidyCall({ index, id, function: given, ...call }: JsonObject): JsonObject {
  const called = isObject(given) ? given : {};
  const place = typeof index === "string" && index.trim() !== "" ? Number(index) : index;
  return {
    ...call,
    ...(Number.isInteger(place) && { index: place }),
    id: isNone(id) ? null : String(id),
    function: {
      name: typeof called.name === "string" ? called.name : null,
      arguments: argumentText(called.arguments),
    },
  };
}

function isText(value: unknown): boolean {
  return isNone(value) || typeof value === "string";
}

function tidyUsage(usage: unknown): JsonObject | undefined {
  if (!isObject(usage)) return undefined;
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = usage;
  return {
    prompt_tokens: count(prompt_tokens),
    completion_tokens: count(completion_tokens),
    ...(isObject(prompt_tokens_details) && { prompt_tokens_details: { cached_tokens: count(prompt_tokens_details.cached_tokens) } }),
    ...(isObject(completion_tokens_details) && {
      completion_tokens_details: { reasoning_tokens: count(completion_tokens_details.reasoning_tokens) },
    }),
  };
}

function plainError(error: unknown): JsonObject {
  const { type, code } = isObject(error) ? error : {};
  return {
    message: wordsOfError(error),
    ...(typeof type === "string" && { type }),
    ...((typeof code === "string" || typeof code === "number") && { code }),
  };
}
