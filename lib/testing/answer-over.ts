import { resolveModel } from "#lib/agent/models/index.ts";
import { forgetSingleton, singleton } from "#lib/singleton.ts";
import type { ModelServer } from "./model-server/index.ts";

/** From now on runs of this process are answered by the scripted server as that model (`openai:fake`, `ollama:fake`, …), so over that model's wire. */
export function answerOver(specification: string, server: ModelServer, apiKey = "any"): void {
  const choice = resolveModel({
    MODEL: specification,
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: server.url,
    OLLAMA_BASE_URL: server.ollamaUrl,
  });
  forgetSingleton("current-model");
  singleton("current-model", () => ({ choice, at: Number.POSITIVE_INFINITY }));
}
