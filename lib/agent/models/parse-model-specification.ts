import { ModelConfigurationError, type ModelProvider } from "./model-choice.ts";

export type ModelSpecification = { provider: "demo" } | { provider: Exclude<ModelProvider, "demo" | "relay">; modelId: string };

/**
 * Reads `openai:<id>`, `openai-compatible:<id>`, `ollama:<id>` or `demo`. The id may itself contain colons (`ollama:qwen3:8b`).
 * @param named what the words of an error call it
 * @throws ModelConfigurationError
 */
export function parseModelSpecification(text: string, named = "MODEL"): ModelSpecification {
  const trimmed = text.trim();
  if (trimmed === "demo") return { provider: "demo" };
  const [provider = "", ...rest] = trimmed.split(":");
  const modelId = rest.join(":").trim();
  if (provider !== "openai" && provider !== "openai-compatible" && provider !== "ollama") {
    throw new ModelConfigurationError(`${named} is "${text}". Write openai:<id>, openai-compatible:<id>, ollama:<id> or demo.`);
  }
  if (!modelId) throw new ModelConfigurationError(`${named} is "${text}", which names no model. Write ${provider}:<id>.`);
  return { provider, modelId };
}
