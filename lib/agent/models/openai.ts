import { createOpenAI } from "@ai-sdk/openai";
import type { Env } from "#lib/env.ts";
import { chatCompletionsModel } from "./chat-completions-model.ts";
import { type ModelChoice, ModelConfigurationError } from "./model-choice.ts";
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

/** Any server that speaks OpenAI's chat completions (vLLM, llama.cpp, LM Studio, LiteLLM, …); a key is sent only when there is one. */
export function openAiCompatibleModel(env: OpenAiEnv, modelId: string, named = "MODEL"): ModelChoice {
  const baseURL = baseUrl(env);
  if (!baseURL)
    throw new ModelConfigurationError(
      `${named} is openai-compatible:${modelId}, which needs OPENAI_BASE_URL, e.g. http://127.0.0.1:8000/v1.`,
    );
  return {
    id: `openai-compatible:${modelId}`,
    label: `${modelId} (${new URL(baseURL).host})`,
    provider: "openai-compatible",
    isDemo: false,
    languageModel: chatCompletionsModel(baseURL, env.OPENAI_API_KEY, modelId),
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
