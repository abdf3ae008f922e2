import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import { convertOpenAICompatibleChatUsage, mapOpenAICompatibleFinishReason } from "@ai-sdk/openai-compatible/internal";
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  type LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { httpStream } from "./http-fetch.ts";
import { ProviderStreamError } from "./provider-stream-error.ts";
import { ChatCompletions, type ChatEnd } from "./wire/chat-completions.ts";
import { answerFilter } from "./wire/fetch-answer.ts";
import { type Dispensable, leavingOutRefused } from "./wire/leave-out-refused.ts";
import { isObject, wordsOfError } from "./wire/message-json.ts";

/** Under it the provider's code puts, and looks for, what belongs to a message and to one server alone. */
const PROVIDER = "openaiCompatible";

/** The request for counts, which are then estimated, and what the model thought before, which goes back because some servers (DeepSeek) demand it. */
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
];

/**
 * A model behind a server of OpenAI's chat completions. The AI SDK's provider makes the request; the answer is read by us, once, from the
 * bytes to the parts of its stream: the provider's own chain of streams takes a chunk as OpenAI sends it or fails the whole answer, and
 * costs several times as much (`docs/decisions/0010-one-model-step-through-dostream.md`).
 */
export class ChatCompletionsModel extends OpenAICompatibleChatLanguageModel {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #ask = leavingOutRefused(httpStream<LanguageModelV4StreamPart>, DISPENSABLE);

  /** `baseUrl` without a slash at its end; a key is sent only when there is one. */
  constructor(baseUrl: string, apiKey: string | undefined, modelId: string) {
    super(modelId, { provider: `${PROVIDER}.chat`, url: ({ path }) => `${baseUrl}${path}` });
    this.#url = `${baseUrl}/chat/completions`;
    this.#headers = { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  }

  /** @throws APICallError when the server refuses; what `fetch` throws when it cannot be reached. */
  override async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const { body, warnings } = await this.prepareRequest(options);
    const init = {
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }),
      ...(options.abortSignal && { signal: options.abortSignal }),
    };
    const opening = { type: "stream-start", warnings } as const;
    const answer = await this.#ask(this.#url, init, () => answerFilter(new ChatCompletions([opening], PROVIDER, finishPart)));
    if (answer instanceof Response)
      throw answer.ok ? new ProviderStreamError("Empty response body", "bad_answer") : await this.#refusal(answer);
    return { stream: answer };
  }

  async #refusal(response: Response): Promise<APICallError> {
    const responseBody = await response.text();
    const data = jsonOf(responseBody);
    return new APICallError({
      message: (isObject(data) && wordsOfError(data)) || response.statusText,
      url: this.#url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
      ...(isObject(data) && { data }),
    });
  }
}

function finishPart({ finishReason, hasRefusal, usage }: ChatEnd): LanguageModelV4StreamPart {
  return {
    type: "finish",
    finishReason: { unified: mapOpenAICompatibleFinishReason(finishReason, { hasRefusal }), raw: finishReason },
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
