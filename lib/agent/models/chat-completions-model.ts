import { convertOpenAICompatibleChatUsage, convertToOpenAICompatibleChatMessages, prepareTools } from "@ai-sdk/openai-compatible/internal";
import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { httpStream } from "./http-fetch.ts";
import { ProviderStreamError } from "./provider-stream-error.ts";
import { ChatCompletions, type ChatEnd } from "./wire/chat-completions.ts";
import { answerFilter } from "./wire/fetch-answer.ts";
import { meaningOf } from "./wire/finish-reason.ts";
import { type Dispensable, leavingOutRefused, wordsOfRefusal } from "./wire/leave-out-refused.ts";
import { isObject, wordsOfError } from "./wire/message-json.ts";

/** Under it the provider's code puts, and looks for, what belongs to a message and to one server alone. */
const PROVIDER = "openaiCompatible";

/**
 * The request for counts, which are then estimated; what the model thought before, which goes back because some servers (DeepSeek) demand it; tools, for
 * a model that calls none and can still talk; a temperature, which models that think choose themselves, and the older name of the output's limit.
 */
const DISPENSABLE: readonly Dispensable[] = [
  { field: "stream_options", named: /stream_options|include_usage/, leaveOut: ({ stream_options: _, ...body }) => body },
  {
    field: "reasoning_content",
    named: /reasoning_content/,
    leaveOut: ({ messages, ...body }) => ({
      ...body,
      messages: (Array.isArray(messages) ? messages.filter(isObject) : []).map(({ reasoning_content: _, ...message }) => message),
    }),
  },
  {
    field: "tools",
    named: /not support (tools?|functions?)\b/i,
    leaveOut: ({ tools: _, ...body }) => body,
    warning: { type: "other", message: "This model calls no tools: it can only talk." },
  },
  {
    field: "temperature",
    named: /\btemperature\b/,
    leaveOut: ({ temperature: _, ...body }) => body,
    warning: { type: "unsupported", feature: "temperature" },
  },
  {
    field: "max_tokens",
    named: /'?max_tokens'?.*max_completion_tokens/,
    leaveOut: ({ max_tokens, ...body }) => ({ ...body, ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }) }),
  },
];

/**
 * A model behind a server of OpenAI's chat completions. Messages and tools are put into their form by the AI SDK's provider; the answer is read by us,
 * once, from the bytes to the parts of its stream: the provider's own chain of streams takes a chunk as OpenAI sends it or fails the whole
 * answer, and costs several times as much (`docs/decisions/0010-one-model-step-through-dostream.md`).
 * @param baseUrl without a slash at its end
 * @param apiKey sent only when there is one
 */
export function chatCompletionsModel(baseUrl: string, apiKey: string | undefined, modelId: string): LanguageModelV4 {
  const url = `${baseUrl}/chat/completions`;
  const headers = { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  const ask = leavingOutRefused(streamOf, DISPENSABLE);
  return {
    specificationVersion: "v4",
    provider: `${PROVIDER}.chat`,
    modelId,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Chat completions are streamed.")),
    /** @throws APICallError when the server refuses; what `fetch` throws when it cannot be reached. */
    async doStream(options) {
      const { body, warnings } = requestOf(modelId, options);
      const init = { method: "POST", headers, body, ...(options.abortSignal && { signal: options.abortSignal }) };
      const answer = await ask(url, init, warnings);
      if (!(answer instanceof Response)) return { stream: answer };
      throw answer.ok ? new ProviderStreamError("Empty response body", "bad_answer") : await refusalOf(answer, url);
    },
  };
}

type Warnings = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"];

function streamOf(url: Parameters<typeof fetch>[0], init: RequestInit, leftOut: Warnings, warnings: Warnings) {
  const opening = { type: "stream-start" as const, warnings: [...warnings, ...leftOut] };
  return httpStream(url, init, () => answerFilter<LanguageModelV4StreamPart>(new ChatCompletions([opening], PROVIDER, finishPart)));
}

function requestOf(modelId: string, { prompt, tools: given, maxOutputTokens, temperature }: LanguageModelV4CallOptions) {
  const { tools, toolWarnings: warnings } = prepareTools({ tools: given });
  const messages = convertToOpenAICompatibleChatMessages(prompt, { provider: PROVIDER, providerOptionsKey: PROVIDER });
  const settings = { model: modelId, max_tokens: maxOutputTokens, temperature };
  return { body: JSON.stringify({ ...settings, messages, tools, stream: true, stream_options: { include_usage: true } }), warnings };
}

async function refusalOf(response: Response, url: string): Promise<APICallError> {
  const responseBody = await wordsOfRefusal(response);
  const data = jsonOf(responseBody);
  return new APICallError({
    message: (isObject(data) && wordsOfError(data)) || response.statusText,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
    ...(isObject(data) && { data }),
  });
}

function finishPart({ finishReason, hasRefusal, usage }: ChatEnd): LanguageModelV4StreamPart {
  return {
    type: "finish",
    finishReason: { unified: meaningOf(finishReason, { hasRefusal }), raw: finishReason },
    usage: convertOpenAICompatibleChatUsage(usage),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
