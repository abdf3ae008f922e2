import { z } from "zod";
import type { Env } from "#lib/env.ts";
import { demoModel } from "./demo/demo-model.ts";
import { getJson } from "./get-json.ts";
import { type ModelChoice, ModelConfigurationError } from "./model-choice.ts";
import { ollamaModel, preferredModel } from "./ollama.ts";
import { baseUrl, openAiCompatibleModel, openAiModel } from "./openai.ts";
import { parseModelSpecification } from "./parse-model-specification.ts";
import { shownAddress } from "./shown-address.ts";

export type ModelEnv = Pick<Env, "MODEL" | "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OLLAMA_BASE_URL">;

/** A small current model: good at calling tools, and cheap enough to be chosen for someone who named none. */
const DEFAULT_OPENAI_MODEL = "gpt-5.4-mini";
const OLLAMA_PROBE_MS = 500;
const MODEL_LIST_MS = 2_000;
/** How long a choice that was found by probing is kept: someone may start or stop Ollama beside us. */
const PROBED_CHOICE_MS = 60_000;

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * The model that answers. `ownChoice` (an agent's) wins over `MODEL`. With neither: a server of OpenAI's protocol when
 * `OPENAI_BASE_URL` names one; OpenAI when there is `OPENAI_API_KEY`; an installed Ollama model when Ollama answers within 500 ms; else
 * the demo. Choices are kept per configuration, so asking for every run is cheap: what was found by probing, and what
 * nobody told the window of, for a minute.
 * @throws ModelConfigurationError when what was chosen cannot be used.
 */
export function resolveModel(env: ModelEnv, ownChoice?: string): Promise<ModelChoice> {
  const specification = ownChoice ?? env.MODEL;
  const key = JSON.stringify([specification, env.OPENAI_API_KEY, env.OPENAI_BASE_URL, env.OLLAMA_BASE_URL]);
  const known = kept.get(key);
  if (known && performance.now() < known.until) return known.choice;
  const choice = specification ? chosenModel(env, specification, ownChoice ? "The model" : "MODEL") : detectModel(env);
  const asked = { choice, until: performance.now() + PROBED_CHOICE_MS };
  kept.set(key, asked);
  choice.then(
    ({ isWindowGuessed }) => {
      if (specification && !isWindowGuessed) asked.until = Number.POSITIVE_INFINITY;
    },
    () => kept.delete(key),
  );
  return choice;
}

const kept = new Map<string, { choice: Promise<ModelChoice>; until: number }>();

async function chosenModel(env: ModelEnv, text: string, named: string): Promise<ModelChoice> {
  const specification = parseModelSpecification(text, named);
  switch (specification.provider) {
    case "openai":
      return openAiModel(env, specification.modelId, named);
    case "openai-compatible":
      return openAiCompatibleModel(env, specification.modelId, named);
    case "ollama":
      return ollamaModel(env, specification.modelId);
    case "demo":
      return demoModel();
  }
}

async function detectModel(env: ModelEnv): Promise<ModelChoice> {
  const address = baseUrl(env);
  // Servers behind another address mostly speak chat completions only, and have other models than OpenAI.
  if (address && new URL(address).host !== "api.openai.com") return openAiCompatibleModel(env, await listedModel(env, address));
  if (env.OPENAI_API_KEY) return openAiModel(env, DEFAULT_OPENAI_MODEL);
  const installed = await preferredModel(env, OLLAMA_PROBE_MS);
  return installed ? ollamaModel(env, installed) : demoModel();
}

/** In the names of models that do not talk: servers list them among the others. */
const NO_CHAT = /embed|rerank|whisper|moderation|\btts\b|dall-e/i;

/** Our default model where the server has it, else the first that it lists and that talks, as far as its name tells. */
async function listedModel(env: ModelEnv, address: string): Promise<string> {
  const advice = "Set MODEL=openai-compatible:<id>.";
  const answer = await getJson(`${address}/models`, { timeoutMs: MODEL_LIST_MS, apiKey: env.OPENAI_API_KEY }).catch((cause: unknown) => {
    throw new ModelConfigurationError(`OPENAI_BASE_URL (${shownAddress(address)}) did not say which models it has. ${advice}`, { cause });
  });
  const ids = modelList.safeParse(answer).data?.data.map((model) => model.id) ?? [];
  const [first] = ids;
  if (!first) throw new ModelConfigurationError(`OPENAI_BASE_URL (${shownAddress(address)}) lists no models. ${advice}`);
  return ids.includes(DEFAULT_OPENAI_MODEL) ? DEFAULT_OPENAI_MODEL : (ids.find((id) => !NO_CHAT.test(id)) ?? first);
}
