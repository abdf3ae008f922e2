import type { PlayedCall } from "../played-call.ts";
import {
  type Answer,
  type JsonObject,
  type ModelRequest,
  nowSeconds,
  objects,
  pieces,
  textOf,
  type Usage,
  type Wire,
  type WireFormat,
} from "./format.ts";
import { responsesRefusal } from "./responses-refusal.ts";
import { uniqueId } from "./unique-id.ts";

/** OpenAI responses: `POST /v1/responses`. The number of results also travels in the response id, for clients that send `previous_response_id`. */
export const responses: WireFormat = {
  contentType: "text/event-stream",
  read(body: JsonObject): ModelRequest {
    const since = sinceUserItem(body.input);
    const before = since.sawUser ? null : /_d(\d+)$/.exec(String(body.previous_response_id ?? ""));
    return {
      user: since.user,
      results: since.results,
      done: since.results.length + Number(before?.[1] ?? 0),
      model: String(body.model ?? "fake"),
      stream: body.stream === true,
      tools: objects(body.tools)
        .filter((tool) => tool.type === "function")
        .map((tool) => ({ name: String(tool.name), schema: tool.parameters })),
      usageWanted: true,
      encryptedReasoningWanted: Array.isArray(body.include) && body.include.includes("reasoning.encrypted_content"),
    };
  },
  refusal: responsesRefusal,
  open: openResponse,
};

function sinceUserItem(input: unknown): { user: string; results: string[]; sawUser: boolean } {
  if (typeof input === "string") return { user: input, results: [], sawUser: true };
  const items = objects(input);
  const last = items.findLastIndex((item) => item.role === "user");
  const results = items
    .slice(last + 1)
    .filter((item) => item.type === "function_call_output")
    .map((item) => textOf(item.output));
  return { user: textOf(items[last]?.content), results, sawUser: last >= 0 };
}

function openResponse(request: ModelRequest): Wire {
  const id = `${uniqueId("resp_")}_d${request.done}`;
  const created = nowSeconds();
  const messageId = uniqueId("msg_");
  const output: JsonObject[] = [];
  let sequence = 0;
  let said = "";
  let isTextOpen = false;

  const event = (type: string, fields: JsonObject) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;
  const response = (status: string, usage: Usage | null = null) => envelope({ id, created, model: request.model, status, output, usage });
  const part = (text: string) => ({ type: "output_text", annotations: [], logprobs: [], text });
  const message = (status: string, content: JsonObject[]) => ({ id: messageId, type: "message", status, role: "assistant", content });
  const at = () => ({ item_id: messageId, output_index: output.length, content_index: 0 });

  const openText = () => {
    isTextOpen = true;
    return (
      event("response.output_item.added", { output_index: output.length, item: message("in_progress", []) }) +
      event("response.content_part.added", { ...at(), part: part("") })
    );
  };
  const closeText = () => {
    if (!isTextOpen) return "";
    isTextOpen = false;
    const item = message("completed", [part(said)]);
    const events =
      event("response.output_text.done", { ...at(), logprobs: [], text: said }) +
      event("response.content_part.done", { ...at(), part: part(said) }) +
      event("response.output_item.done", { output_index: output.length, item });
    output.push(item);
    return events;
  };
  const add = (start: JsonObject, middle: () => string, whole: JsonObject) => {
    const output_index = output.length;
    const events =
      event("response.output_item.added", { output_index, item: start }) +
      middle() +
      event("response.output_item.done", { output_index, item: whole });
    output.push(whole);
    return events;
  };
  const addCall = (call: PlayedCall) => {
    const item = functionCall(call);
    const position = { item_id: item.id, output_index: output.length };
    const deltas = () => pieces(call.args).map((delta) => event("response.function_call_arguments.delta", { ...position, delta }));
    const done = () => event("response.function_call_arguments.done", { ...position, name: call.name, arguments: call.args });
    return add({ ...item, status: "in_progress", arguments: "" }, () => deltas().join("") + done(), item);
  };

  return {
    head: () =>
      event("response.created", { response: response("in_progress") }) +
      event("response.in_progress", { response: response("in_progress") }),
    reasoning(text) {
      const item = reasoningItem(text, request.encryptedReasoningWanted);
      const position = { item_id: item.id, output_index: output.length, summary_index: 0 };
      const events = () =>
        event("response.reasoning_summary_part.added", { ...position, part: { type: "summary_text", text: "" } }) +
        event("response.reasoning_summary_text.delta", { ...position, delta: text }) +
        event("response.reasoning_summary_part.done", { ...position, part: { type: "summary_text", text } });
      return add({ ...item, summary: [] }, events, item);
    },
    token(text) {
      const opening = isTextOpen ? "" : openText();
      said += text;
      return opening + event("response.output_text.delta", { ...at(), logprobs: [], delta: text });
    },
    calls: (calls) => closeText() + calls.map(addCall).join(""),
    error: (code, text) => event("error", { code, message: text, param: null }),
    tail(answer) {
      const closing = closeText();
      const status = statusOf(answer);
      return closing + event(`response.${status}`, { response: response(status, answer.usage) });
    },
    whole(answer) {
      if (answer.reasoning) output.push(reasoningItem(answer.reasoning, request.encryptedReasoningWanted));
      if (answer.text) output.push(message("completed", [part(answer.text)]));
      output.push(...answer.calls.map(functionCall));
      return JSON.stringify(response(statusOf(answer), answer.usage));
    },
  };
}

function statusOf(answer: Answer): "completed" | "incomplete" {
  return answer.finish === "length" || answer.finish === "content_filter" ? "incomplete" : "completed";
}

function functionCall(call: PlayedCall): JsonObject {
  return {
    id: uniqueId("fc_"),
    type: "function_call",
    status: "completed",
    arguments: call.args,
    call_id: call.id ?? uniqueId("call_"),
    name: call.name,
  };
}

function reasoningItem(text: string, isEncrypted: boolean): JsonObject {
  return {
    id: uniqueId("rs_"),
    type: "reasoning",
    summary: [{ type: "summary_text", text }],
    encrypted_content: isEncrypted ? `sealed:${text.length}` : null,
  };
}

interface Envelope {
  id: string;
  created: number;
  model: string;
  status: string;
  output: JsonObject[];
  usage: Usage | null;
}

function envelope({ id, created, model, status, output, usage }: Envelope): JsonObject {
  return {
    id,
    object: "response",
    created_at: created,
    status,
    model,
    error: null,
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    instructions: null,
    metadata: {},
    output: [...output],
    parallel_tool_calls: true,
    tools: [],
    usage: usage && {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}
