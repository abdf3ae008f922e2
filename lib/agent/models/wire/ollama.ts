import { ProviderStreamError } from "../provider-stream-error.ts";
import { fetchAnswers, type Protocol, type Reading } from "./fetch-answer.ts";
import { errorIn, isObject, type JsonObject, parseMessage, wordsOfError } from "./message-json.ts";

/**
 * `fetch` for Ollama's native API. Its provider drops a line that it does not take, with the words and calls in it, and prints it; it does
 * not know the line `{"error": "…"}` of an answer that fails, nor that `done` is the end. Here a line is brought into the form that it
 * takes, or the answer fails in words.
 */
export const ollamaFetch = fetchAnswers(() => new Ollama());

class Ollama implements Protocol<string> {
  readonly framing = "lines";

  read(message: string): Reading<string> {
    const line = parseMessage(message);
    const error = errorIn(line);
    if (error !== undefined) throw new ProviderStreamError(wordsOfError(error));
    // Progress of a load, and what later versions may add.
    if (!isObject(line.message) && line.done !== true) return { say: [], isLast: false };
    return { say: [JSON.stringify(tidyLine(line))], isLast: line.done === true };
  }
}

const COUNTS = ["eval_count", "prompt_eval_count", "eval_duration", "prompt_eval_duration", "load_duration", "total_duration"];

function tidyLine({ model, created_at, done, done_reason, message, ...line }: JsonObject): JsonObject {
  const counts = COUNTS.filter((name) => typeof line[name] === "number").map((name) => [name, line[name]]);
  return {
    model: typeof model === "string" ? model : "",
    created_at: typeof created_at === "string" ? created_at : "",
    done: done === true,
    ...(typeof done_reason === "string" && { done_reason }),
    message: tidyMessage(isObject(message) ? message : {}),
    ...Object.fromEntries(counts),
  };
}

function tidyMessage({ content, thinking, tool_calls }: JsonObject): JsonObject {
  const calls = isObject(tool_calls) ? [tool_calls] : tool_calls;
  return {
    role: "assistant",
    content: typeof content === "string" ? content : "",
    ...(typeof thinking === "string" && { thinking }),
    ...(Array.isArray(calls) && { tool_calls: calls.filter(isObject).map(tidyCall) }),
  };
}

function tidyCall({ id, function: given }: JsonObject): JsonObject {
  const { name, arguments: args } = isObject(given) ? given : {};
  return {
    ...(typeof id === "string" && { id }),
    function: { name: typeof name === "string" ? name : "", arguments: argumentsOf(args) },
  };
}

/** Ollama gives an object. The text of one, which OpenAI's protocol has in its place, means the same; anything else is no call. */
function argumentsOf(value: unknown): JsonObject {
  if (isObject(value)) return value;
  if (value === undefined || value === null || value === "") return {};
  const read = typeof value === "string" ? parseArguments(value) : value;
  if (isObject(read)) return read;
  throw new ProviderStreamError("the arguments of a call are no object", "bad_answer");
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
