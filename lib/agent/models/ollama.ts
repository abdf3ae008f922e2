import type { SharedV4ProviderOptions } from "@ai-sdk/provider";
import { createOllama } from "ollama-ai-provider";
import { z } from "zod";
import type { Env } from "#lib/env.ts";
import { getJson } from "./get-json.ts";
import { type ModelChoice, ModelConfigurationError } from "./model-choice.ts";
import { type Dispensable, leavingOutRefused } from "./wire/leave-out-refused.ts";
import { ollamaFetch } from "./wire/ollama.ts";

type OllamaEnv = Pick<Env, "OLLAMA_BASE_URL">;

/**
 * The window that we ask for, when the model has as much. Ollama's own default (4,096) silently drops the front of a longer prompt,
 * which is where the system prompt and the tools are; more than this costs memory that small machines do not have.
 */
const WANTED_CONTEXT_TOKENS = 16_384;

/** Ollama refuses them for a model that calls none, which can still talk. */
const DISPENSABLE: readonly Dispensable[] = [{ field: "tools", named: /support tools/, leaveOut: ({ tools: _, ...body }) => body }];

const tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const shown = z.object({ model_info: z.record(z.string(), z.unknown()).optional(), capabilities: z.array(z.string()).optional() });
/** Looked at before one is chosen for someone who named none. */
const MAX_LOOKED_AT = 20;

/** A model on Ollama's native API, with its window set explicitly (`num_ctx`). */
export async function ollamaModel(env: OllamaEnv, modelId: string): Promise<ModelChoice> {
  const origin = ollamaOrigin(env);
  const answer = await show(origin, modelId);
  const contextTokens = Math.min(WANTED_CONTEXT_TOKENS, answer ? contextLength(answer) : Number.POSITIVE_INFINITY);
  return {
    id: `ollama:${modelId}`,
    label: `${modelId} (Ollama, ${new URL(origin).host})`,
    provider: "ollama",
    isDemo: false,
    languageModel: createOllama({ baseURL: `${origin}/api`, fetch: leavingOutRefused(ollamaFetch, DISPENSABLE) })(modelId),
    providerOptions: { ollama: { options: { num_ctx: contextTokens } } },
    contextTokens,
    isWindowGuessed: answer === null,
  };
}

/** Names of the installed models, those first that were used last; null when nothing answers within `timeoutMs`. */
export async function installedModels(env: OllamaEnv, timeoutMs: number): Promise<string[] | null> {
  const parsed = tags.safeParse(await getJson(`${ollamaOrigin(env)}/api/tags`, { timeoutMs }).catch(() => null));
  return parsed.success ? parsed.data.models.map((model) => model.name) : null;
}

/**
 * Of the installed models, the one used last that calls tools, else that talks: some only make embeddings. Older servers do not say what a model can,
 * and it counts as able. Null: Ollama does not answer within `timeoutMs`, or has none that talks.
 */
export async function preferredModel(env: OllamaEnv, timeoutMs: number): Promise<string | null> {
  const names = (await installedModels(env, timeoutMs)) ?? [];
  const models = await Promise.all(names.slice(0, MAX_LOOKED_AT).map(async (name) => ({ name, can: await abilitiesOf(env, name) })));
  const isAble = (ability: string) => models.find(({ can }) => can.includes(ability))?.name;
  return isAble("tools") ?? isAble("completion") ?? null;
}

/** What an installed model can: `completion`, `tools`, `embedding`, and more. */
export async function abilitiesOf(env: OllamaEnv, modelId: string): Promise<string[]> {
  return (await show(ollamaOrigin(env), modelId))?.capabilities ?? ["completion", "tools"];
}

/** What its server tells of a model; null when it does not answer. */
async function show(origin: string, modelId: string): Promise<z.output<typeof shown> | null> {
  const answer = await getJson(`${origin}/api/show`, { timeoutMs: 2_000, body: { model: modelId } }).catch(() => null);
  return shown.safeParse(answer).data ?? null;
}

/** The model's own limit, where its server tells it. */
function contextLength({ model_info: info = {} }: z.output<typeof shown>): number {
  const [, length] = Object.entries(info).find(([key]) => key.endsWith(".context_length")) ?? [];
  return typeof length === "number" && length > 0 ? length : Number.POSITIVE_INFINITY;
}

function ollamaOrigin(env: OllamaEnv): string {
  const text = env.OLLAMA_BASE_URL;
  if (!URL.canParse(text) || !/^https?:/i.test(text)) {
    throw new ModelConfigurationError(`OLLAMA_BASE_URL is "${text}", which is no http or https address.`);
  }
  // All forms are in use: without a path, and with that of its own API or of the one like OpenAI's.
  return text.replace(/\/+$/, "").replace(/\/(api|v1)$/, "");
}

/** Ollama takes the output limit and the temperature among its own options; the general settings do not reach it. */
export function withOllamaSettings(
  options: SharedV4ProviderOptions,
  { maxOutputTokens, temperature }: { maxOutputTokens?: number; temperature?: number },
): SharedV4ProviderOptions {
  const { ollama = {} } = options;
  const inner = typeof ollama.options === "object" && !Array.isArray(ollama.options) ? ollama.options : {};
  const more = {
    ...(maxOutputTokens !== undefined && { num_predict: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  };
  return { ...options, ollama: { ...ollama, options: { ...inner, ...more } } };
}
