import { argumentsRefusal } from "./chat-refusal.ts";
import { type JsonObject, objects } from "./format.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Why OpenAI's responses API would refuse this input with 400: an output without its call, a call without its output, a call item sent
 * with its own id (`fc_`) but without the reasoning item before it, a reasoning item (`rs_`) that nothing follows, or one that the server
 * cannot know because nothing was stored and its content is not there. Null when all is well.
 */
export function responsesRefusal(body: JsonObject): string | null {
  if (typeof body.input === "string") return null;
  const items = objects(body.input);
  return pairing(items, typeof body.previous_response_id === "string") ?? reasoning(items, body.store !== false);
}

function pairing(items: JsonObject[], continuesStored: boolean): string | null {
  const open = new Set<string>();
  const seen = new Set<string>();
  for (const item of items) {
    if (item.type === "function_call") {
      const id = String(item.call_id ?? "");
      if (id === "" || seen.has(id)) return `The call_id '${id}' is empty or used twice.`;
      if (!NAME.test(String(item.name))) return `Invalid 'name': '${item.name}' does not match ${NAME.source}.`;
      const why = argumentsRefusal(item.arguments);
      if (why) return why;
      seen.add(id);
      open.add(id);
    }
    if (item.type === "function_call_output" && !open.delete(String(item.call_id)) && !continuesStored) {
      return `No tool call found for function call output with call_id ${item.call_id}.`;
    }
  }
  return open.size > 0 ? `No tool output found for function call ${[...open].join(", ")}.` : null;
}

function reasoning(items: JsonObject[], isStored: boolean): string | null {
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    const hasOwnId = item.type === "function_call" && typeof item.id === "string" && item.id.startsWith("fc_");
    if (hasOwnId && !isReasoning(before) && before?.type !== "function_call") {
      return `Item '${item.id}' of type 'function_call' was provided without its required 'reasoning' item.`;
    }
    if (!isReasoning(item)) continue;
    const next = items[index + 1];
    const isFollowed =
      next?.type === "function_call" ||
      next?.role === "assistant" ||
      next?.type === "message" ||
      isReasoning(next) ||
      next?.type === "item_reference";
    if (!isFollowed) return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
    if (!isStored && (item.type === "item_reference" || !item.encrypted_content)) {
      return `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`;
    }
  }
  return null;
}

function isReasoning(item: JsonObject | undefined): boolean {
  return item?.type === "reasoning" || (item?.type === "item_reference" && String(item.id).startsWith("rs_"));
}
