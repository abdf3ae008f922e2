import type { PlayedCall } from "../played-call.ts";
import type { ScriptedStep } from "../script.ts";
import { chatRefusal } from "./chat-refusal.ts";
import {
  type Answer,
  type JsonObject,
  type ModelRequest,
  nowSeconds,
  object,
  objects,
  pieces,
  sinceUser,
  type Usage,
  type Wire,
  type WireFormat,
} from "./format.ts";
import { uniqueId } from "./unique-id.ts";

/** OpenAI chat completions: `POST /v1/chat/completions`. */
export const chatCompletions: WireFormat = {
  contentType: "text/event-stream",
  read(body: JsonObject): ModelRequest {
    return {
      ...sinceUser(objects(body.messages)),
      model: String(body.model ?? "fake"),
      stream: body.stream === true,
      tools: objects(body.tools).map((tool) => ({ name: String(object(tool.function).name), schema: object(tool.function).parameters })),
      usageWanted: object(body.stream_options).include_usage === true,
      encryptedReasoningWanted: false,
    };
  },
  refusal: (body) => chatRefusal(objects(body.messages)),
  open: openChat,
};

function openChat(request: ModelRequest, content: ScriptedStep["content"]): Wire {
  const id = uniqueId("chatcmpl-");
  const created = nowSeconds();
  const start = `data: {"id":"${id}","object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(request.model)},`;
  const delta = (value: unknown, finish: string | null = null) =>
    `${start}"choices":[{"index":0,"delta":${JSON.stringify(value)},"finish_reason":${JSON.stringify(finish)}}]}\n\n`;
  // The hot path of a load test: one concatenation and one small stringify a token.
  const before = `${start}"choices":[{"index":0,"delta":{"content":`;
  const after = '},"finish_reason":null}]}\n\n';
  return {
    head: () => delta({ role: "assistant", content: content === "null" ? null : "" }),
    reasoning: (text) => delta({ reasoning_content: text }),
    token: (text) => before + JSON.stringify(content === "list" ? [{ type: "text", text }] : text) + after,
    calls: (calls) =>
      calls
        .map((call, index) =>
          streamedCall(call, index)
            .map((value) => delta(value))
            .join(""),
        )
        .join(""),
    error: (code, message) => `data: ${JSON.stringify({ error: { message, type: code, code } })}\n\ndata: [DONE]\n\n`,
    tail: ({ finish, usage }) =>
      delta({}, finish) +
      (request.usageWanted && usage ? `${start}"choices":[],"usage":${JSON.stringify(usageOf(usage))}}\n\n` : "") +
      "data: [DONE]\n\n",
    whole: (answer) => JSON.stringify({ id, object: "chat.completion", created, model: request.model, ...wholeChoice(answer) }),
  };
}

function streamedCall(call: PlayedCall, index: number): JsonObject[] {
  const first = { index, ...idOf(call), type: "function", function: { name: call.name, arguments: "" } };
  return [{ tool_calls: [first] }, ...pieces(call.args).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] }))];
}

function wholeChoice(answer: Answer): JsonObject {
  const calls = answer.calls.map((call) => ({ ...idOf(call), type: "function", function: { name: call.name, arguments: call.args } }));
  const message = {
    role: "assistant",
    content: wholeContent(answer),
    ...(answer.reasoning && { reasoning_content: answer.reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return { choices: [{ index: 0, finish_reason: answer.finish, message }], ...(answer.usage && { usage: usageOf(answer.usage) }) };
}

function wholeContent(answer: Answer): unknown {
  if (answer.content === "list") return [{ type: "text", text: answer.text }];
  return answer.text || (answer.content === "empty" ? "" : null);
}

function idOf(call: PlayedCall): JsonObject {
  return call.id === null ? {} : { id: call.id ?? uniqueId("call_") };
}

function usageOf(usage: Usage): JsonObject {
  return { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output };
}
