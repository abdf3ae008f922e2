import { type JsonObject, object, objects } from "./format.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Why OpenAI's chat completions would refuse these messages with 400: every call answered right after its message, every answer to a
 * call of the message before, ids that are there and differ, names and arguments that the schema of the API allows. Null when all is well.
 */
export function chatRefusal(messages: JsonObject[]): string | null {
  const seen = new Set<string>();
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      if (!open.delete(String(message.tool_call_id))) {
        return `messages[${index}]: no tool call of the preceding assistant message has the id '${message.tool_call_id}'.`;
      }
      continue;
    }
    if (open.size > 0) return unanswered(index, open);
    const calls = objects(message.tool_calls);
    const why = emptyAssistant(message, calls) ?? calls.map((call) => callRefusal(call, seen)).find((reason) => reason !== null);
    if (why) return `messages[${index}]: ${why}`;
    open = new Set(calls.map((call) => String(call.id)));
  }
  return open.size > 0 ? unanswered(messages.length, open) : null;
}

function unanswered(index: number, open: Set<string>): string {
  return `messages[${index}]: an assistant message with 'tool_calls' must be followed by a tool message for each; missing: ${[...open].join(", ")}.`;
}

function emptyAssistant(message: JsonObject, calls: JsonObject[]): string | null {
  if (message.role !== "assistant" || calls.length > 0) return null;
  return message.content === null || message.content === undefined ? "an assistant message without tool calls needs content." : null;
}

function callRefusal(call: JsonObject, seen: Set<string>): string | null {
  const { id } = call;
  if (typeof id !== "string" || id === "") return "a tool call has no id.";
  if (seen.has(id)) return `the tool call id '${id}' is used twice.`;
  seen.add(id);
  const { name, arguments: text } = object(call.function);
  if (typeof name !== "string" || !NAME.test(name)) return `the tool name '${name}' does not match ${NAME.source}.`;
  return argumentsRefusal(text);
}

/** A history whose arguments are not a JSON object is refused by several servers (their chat templates iterate over it). */
export function argumentsRefusal(text: unknown): string | null {
  try {
    const value: unknown = JSON.parse(String(text));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return null;
  } catch {}
  return `the arguments of a tool call are not a JSON object: ${String(text).slice(0, 80)}`;
}
