import { messageOf } from "#lib/errors.ts";
import { getJson, UnexpectedStatus } from "./get-json.ts";
import type { ModelProvider } from "./model-choice.ts";
import { abilitiesOf, installedModels } from "./ollama.ts";
import { baseUrl } from "./openai.ts";
import { type ModelEnv, resolveModel } from "./resolve-model.ts";
import { shownAddress } from "./shown-address.ts";

export interface ModelCheck {
  status: "ok" | "degraded" | "down";
  /** One sentence: which model answers, or what is wrong and what to do. */
  detail: string;
  provider: ModelProvider | null;
}

const CHECK_MS = 3_000;

/** Tests the connection without asking the model anything: the configuration is usable, its server answers, the key is accepted. */
export async function checkModel(env: ModelEnv, ownChoice?: string): Promise<ModelCheck> {
  let provider: ModelProvider | null = null;
  try {
    const choice = await resolveModel(env, ownChoice);
    provider = choice.provider;
    if (provider === "demo")
      return {
        status: "degraded",
        detail: "The built-in demo answers. Set MODEL, OPENAI_API_KEY or start Ollama for a real model.",
        provider,
      };
    if (provider === "ollama") return { ...(await checkOllama(env, choice.id.slice("ollama:".length))), provider };
    return { ...(await checkOpenAi(env, choice.label)), provider };
  } catch (error) {
    return { status: "down", detail: messageOf(error), provider };
  }
}

/** Several servers answer chats and list no models. */
const NO_SUCH_CALL = [404, 405, 501];

async function checkOpenAi(env: ModelEnv, label: string): Promise<Omit<ModelCheck, "provider">> {
  const address = baseUrl(env) ?? "https://api.openai.com/v1";
  try {
    await getJson(`${address}/models`, { timeoutMs: CHECK_MS, apiKey: env.OPENAI_API_KEY });
    return { status: "ok", detail: `${label} answers.` };
  } catch (error) {
    if (!(error instanceof UnexpectedStatus && NO_SUCH_CALL.includes(error.status))) throw error;
    const detail = `${label}: its server answers, but says of no models which it has, so nobody can tell whether it has this one. If chats fail, correct OPENAI_BASE_URL (${shownAddress(address)}).`;
    return { status: "degraded", detail };
  }
}

async function checkOllama(env: ModelEnv, modelId: string): Promise<Omit<ModelCheck, "provider">> {
  const installed = await installedModels(env, CHECK_MS);
  if (!installed)
    return {
      status: "down",
      detail: `Ollama does not answer at ${shownAddress(env.OLLAMA_BASE_URL)}. Start it, or correct OLLAMA_BASE_URL.`,
    };
  const hasModel = installed.some((name) => name === modelId || name === `${modelId}:latest`);
  if (!hasModel) return { status: "down", detail: `Ollama has no model ${modelId}. Run: ollama pull ${modelId}` };
  if (!(await abilitiesOf(env, modelId)).includes("tools")) {
    return {
      status: "degraded",
      detail: `${modelId} is installed in Ollama and calls no tools: it can only talk. Choose another: MODEL=ollama:<id>.`,
    };
  }
  return { status: "ok", detail: `${modelId} is installed in Ollama.` };
}
