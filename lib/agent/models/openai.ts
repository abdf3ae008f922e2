import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Env } from "#lib/env.ts";
import { type ModelChoice, ModelConfigurationError } from "./model-choice.ts";
import { chatCompletionsFetch } from "./wire/chat-completions.ts";
import { type Dispensable, leavingOutRefused } from "./wire/leave-out-refused.ts";
import { isObject } from "./wire/message-json.ts";
import { responsesFetch } from "./wire/responses.ts";

type OpenAiEnv = Pick<Env, "OPENAI_API_KEY" | "OPENAI_BASE_URL">;

/**
 * OpenAI's Responses API (`OPENAI_BASE_URL` may point to another server that speaks it). Nothing is stored at OpenAI: what later steps
 * need (reasoning) comes back sealed and travels in our own record, so that a chat does not depend on what they keep.
 */
export function openAiModel(env: OpenAiEnv, modelId: string, named = "MODEL"): ModelChoice {
  if (!env.OPENAI_API_KEY) throw new ModelConfigurationError(`${named} is openai:${modelId}, which needs OPENAI_API_KEY.`);
  const baseURL = baseUrl(env);
  const provider = createOpenAI({ apiKey: env.OPENAI_API_KEY, baseURL, fetch: responsesFetch });
  return {
    id: `openai:${modelId}`,
    label: `${modelId} (${baseURL ? new URL(baseURL).host : "OpenAI"})`,
    provider: "openai",
    isDemo: false,
    languageModel: provider(modelId),
    providerOptions: { openai: { store: false } },
    contextTokens: null,
  };
}

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

/** Any server that speaks OpenAI's chat completions (vLLM, llama.cpp, LM Studio, LiteLLM, …); a key is sent only when there is one. */
export function openAiCompatibleModel(env: OpenAiEnv, modelId: string, named = "MODEL"): ModelChoice {
  const baseURL = baseUrl(env);
  if (!baseURL)
    throw new ModelConfigurationError(
      `${named} is openai-compatible:${modelId}, which needs OPENAI_BASE_URL, e.g. http://127.0.0.1:8000/v1.`,
    );
  const provider = createOpenAICompatible({
    name: "openaiCompatible",
    baseURL,
    apiKey: env.OPENAI_API_KEY,
    includeUsage: true,
    fetch: leavingOutRefused(chatCompletionsFetch, DISPENSABLE),
  });
  return {
    id: `openai-compatible:${modelId}`,
    label: `${modelId} (${new URL(baseURL).host})`,
    provider: "openai-compatible",
    isDemo: false,
    languageModel: provider.chatModel(modelId),
    providerOptions: {},
    contextTokens: null,
  };
}

/** `OPENAI_BASE_URL` without a slash at its end; undefined when unset. */
export function baseUrl(env: OpenAiEnv): string | undefined {
  if (!env.OPENAI_BASE_URL) return undefined;
  if (!URL.canParse(env.OPENAI_BASE_URL) || !/^https?:/i.test(env.OPENAI_BASE_URL)) {
    throw new ModelConfigurationError(`OPENAI_BASE_URL is "${env.OPENAI_BASE_URL}", which is no http or https address.`);
  }
  return env.OPENAI_BASE_URL.replace(/\/+$/, "");
}
