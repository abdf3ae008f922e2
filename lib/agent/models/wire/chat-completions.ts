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
    return (
      choice.index === this.#choice &&
      isNone(choice.finish_reason) &&
      isNone(tool_calls) &&
      (isNone(role) || role === "assistant") &&
      [id, model, content, reasoning_content, reasoning].every(isText) &&
      (isNone(created) || typeof created === "number")
    );
  }

  #tidy({ choices, usage }: JsonObject): JsonObject {
    const given = (Array.isArray(choices) ? choices : []).filter(isObject).filter((choice) => this.#isOurs(choice));
    const tidied = given.map(tidyChoice);
    for (const choice of tidied) this.#noteFinish(choice);
    return { choices: tidied, usage: tidyUsage(usage) };
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

function tidyChoice(choice: JsonObject): TidyChoice {
  const isWhole = !isObject(choice.delta) && isObject(choice.message);
  const said = isWhole ? choice.message : choice.delta;
  return {
    ...(isObject(said) && { delta: tidyDelta(said, isWhole) }),
    // An empty reason is none: several servers send it with every chunk.
    finish_reason: isNone(choice.finish_reason) ? null : String(choice.finish_reason) || null,
  };
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

function saysSomething({ content, refusal, reasoning_content, reasoning, tool_calls }: JsonObject): boolean {
  return [content, refusal, reasoning_content, reasoning, tool_calls].some((said) => !isNone(said) && said !== "");
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
