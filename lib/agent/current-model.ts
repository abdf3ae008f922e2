import { env } from "#lib/env.ts";
import { singleton } from "#lib/singleton.ts";
import { type ModelChoice, resolveModel } from "./models/index.ts";

/** Ollama may be started, or stopped, while we run. */
const FRESH_MS = 30_000;

/**
 * The model that answers now: an agent's own choice, or the server's. That one is resolved once; it is looked at again from time to time when nothing
 * was configured, or nobody told its window.
 * @throws ModelConfigurationError when it cannot be used
 */
export function currentModel(ownChoice: string | null = null): Promise<ModelChoice> {
  if (ownChoice !== null) return resolveModel(env(), ownChoice);
  const known = singleton("current-model", () => ({ choice: null as Promise<ModelChoice> | null, at: 0 }));
  const isConfigured = Boolean(env().MODEL ?? env().OPENAI_API_KEY);
  if (known.choice && (isConfigured || Date.now() - known.at < FRESH_MS)) return known.choice;
  known.at = Date.now();
  known.choice = resolveModel(env());
  const forget = () => {
    known.choice = null;
  };
  known.choice.then(({ isWindowGuessed }) => isWindowGuessed && forget(), forget);
  return known.choice;
}
