import type { PlayedCall } from "../played-call.ts";
import { type JsonObject, type ModelRequest, object, objects, sinceUser, type Usage, type Wire, type WireFormat } from "./format.ts";

/** Ollama's native `POST /api/chat`: newline-delimited JSON, arguments as objects, ids only when the script gives one. */
export const ollama: WireFormat = {
  contentType: "application/x-ndjson",
  read(body: JsonObject): ModelRequest {
    return {
      ...sinceUser(objects(body.messages)),
      model: String(body.model ?? "fake"),
      stream: body.stream !== false,
      tools: objects(body.tools).map((tool) => ({ name: String(object(tool.function).name), schema: object(tool.function).parameters })),
      usageWanted: true,
      encryptedReasoningWanted: false,
    };
  },
  refusal: (body) => refusal(objects(body.messages)),
  open: openOllama,
};

/** Ollama decodes arguments into a map: anything else in the history is 400. */
function refusal(messages: JsonObject[]): string | null {
  const calls = messages.flatMap((message) => objects(message.tool_calls));
  const bad = calls.find((call) => {
    const args = object(call.function).arguments;
    return typeof args !== "object" || args === null || Array.isArray(args);
  });
  return bad
    ? `json: cannot unmarshal into Go struct field .arguments: ${JSON.stringify(object(bad.function).arguments).slice(0, 80)}`
    : null;
}

function openOllama(request: ModelRequest): Wire {
  const start = `{"model":${JSON.stringify(request.model)},"created_at":"${new Date().toISOString()}","message":{"role":"assistant",`;
  const line = (message: JsonObject) => `${start}${JSON.stringify(message).slice(1)},"done":false}\n`;
  const before = `${start}"content":`;
  return {
    head: () => "",
    reasoning: (text) => line({ content: "", thinking: text }),
    token: (text) => `${before}${JSON.stringify(text)}},"done":false}\n`,
    calls: (calls) => line({ content: "", tool_calls: calls.map(wireCall) }),
    error: (_code, message) => `${JSON.stringify({ error: message })}\n`,
    tail: ({ finish, usage }) => `${before}""},${ending(finish, usage)}\n`,
    whole: ({ text, reasoning, calls, finish, usage }) => {
      const message = {
        content: text,
        ...(reasoning && { thinking: reasoning }),
        ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
      };
      return `${start}${JSON.stringify(message).slice(1)},${ending(finish, usage)}`;
    },
  };
}

function ending(finish: string, usage: Usage | null): string {
  const counts = usage ? `,"prompt_eval_count":${usage.input},"eval_count":${usage.output}` : "";
  const reason = finish === "length" ? "length" : "stop";
  return `"done":true,"done_reason":"${reason}","total_duration":1,"load_duration":1,"prompt_eval_duration":1,"eval_duration":1${counts}}`;
}

function wireCall(call: PlayedCall): JsonObject {
  return { ...(typeof call.id === "string" && { id: call.id }), function: { name: call.name, arguments: objectOrText(call.args) } };
}

function objectOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
