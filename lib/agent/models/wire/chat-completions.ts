import { fetchAnswers, type Protocol, type Reading } from "./fetch-answer.ts";
import { errorIn, isObject, type JsonObject, parseMessage, wordsOfError } from "./message-json.ts";

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

  read(message: string): Reading {
    if (message.trim() === "[DONE]") return { say: ["[DONE]"], isLast: true };
    const chunk = parseMessage(message);
    const error = errorIn(chunk);
    if (error !== undefined) return { say: [JSON.stringify({ error: plainError(error) })], isLast: false };
    if (!Array.isArray(chunk.choices) && !isObject(chunk.usage)) return { say: [], isLast: false };
    return { say: [this.#isPlain(chunk) ? message : JSON.stringify(this.#tidy(chunk))], isLast: false };
  }

  /** Nearly every chunk of a long answer: it goes through as it is. */
  #isPlain({ id, created, model, choices, usage, error }: JsonObject): boolean {
    if (!Array.isArray(choices) || choices.length !== 1 || usage || error === null) return false;
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
    return { choices: given.map(tidyChoice), usage: tidyUsage(usage) };
  }

  #isOurs({ index = 0 }: JsonObject): boolean {
    this.#choice ??= index;
    return index === this.#choice;
  }
}

function tidyChoice(choice: JsonObject): JsonObject {
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
    content: typeof content === "number" ? String(content) : isObject(content) ? [content] : content,
    ...(typeof refusal === "string" && { refusal }),
    ...(typeof reasoning_content === "string" && { reasoning_content }),
    ...(typeof reasoning === "string" && { reasoning }),
    ...(Array.isArray(calls) && {
      tool_calls: calls.filter(isObject).map((call, position) => tidyCall(isWhole ? { ...call, index: position } : call)),
    }),
  };
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
      arguments: typeof called.arguments === "string" ? called.arguments : argumentText(called.arguments),
    },
  };
}

/** Arguments are the text of an object; a server that sends the object itself means the same. What is no object is the gate's to refuse. */
function argumentText(value: unknown): string | null {
  return isNone(value) ? null : JSON.stringify(value);
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
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

function count(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function plainError(error: unknown): JsonObject {
  const { type, code } = isObject(error) ? error : {};
  return {
    message: wordsOfError(error),
    ...(typeof type === "string" && { type }),
    ...((typeof code === "string" || typeof code === "number") && { code }),
  };
}
