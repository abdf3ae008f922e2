import { messageOf } from "#lib/errors.ts";
import { getJson } from "./get-json.ts";
import type { ModelProvider } from "./model-choice.ts";
import { installedModels } from "./ollama.ts";
import { baseUrl } from "./openai.ts";
import { type ModelEnv, resolveModel } from "./resolve-model.ts";

export interface ModelCheck {
  status: "ok" | "degraded" | "down";
  /** One sentence: which model answers, or what is wrong and what to do. */
  detail: string;
  provider: ModelProvider | null;
}

const CHECK_MS = 3_000;

/** Tests the connection without asking the model anything: the configuration is usable, its server answers, the key is accepted. */
export async function checkModel(env: ModelEnv, specification: string | undefined = env.MODEL): Promise<ModelCheck> {
  let provider: ModelProvider | null = null;
  try {
    const choice = await resolveModel(env, specification);
    provider = choice.provider;
    if (provider === "demo")
      return {
        status: "degraded",
        detail: "The built-in demo answers. Set MODEL, OPENAI_API_KEY or start Ollama for a real model.",
        provider,
      };
    if (provider === "ollama") return { ...(await checkOllama(env, choice.id.slice("ollama:".length))), provider };
    await getJson(`${baseUrl(env) ?? "https://api.openai.com/v1"}/models`, { timeoutMs: CHECK_MS, apiKey: env.OPENAI_API_KEY });
    return { status: "ok", detail: `${choice.label} answers.`, provider };
  } catch (error) {
    return { status: "down", detail: messageOf(error), provider };
  }
}

async function checkOllama(env: ModelEnv, modelId: string): Promise<Omit<ModelCheck, "provider">> {
  const installed = await installedModels(env, CHECK_MS);
  if (!installed)
    return { status: "down", detail: `Ollama does not answer at ${env.OLLAMA_BASE_URL}. Start it, or correct OLLAMA_BASE_URL.` };
  const hasModel = installed.some((name) => name === modelId || name === `${modelId}:latest`);
  if (!hasModel) return { status: "down", detail: `Ollama has no model ${modelId}. Run: ollama pull ${modelId}` };
  return { status: "ok", detail: `${modelId} is installed in Ollama.` };
}
