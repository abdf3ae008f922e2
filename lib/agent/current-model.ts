import { env } from "#lib/env.ts";
import { singleton } from "#lib/singleton.ts";
import { type ModelChoice, resolveModel } from "./models/index.ts";

/** Ollama may be started, or stopped, while we run. */
const FRESH_MS = 30_000;

/** The model that answers now. Resolved once and looked at again from time to time when nothing was configured. */
export function currentModel(): Promise<ModelChoice> {
  const known = singleton("current-model", () => ({ choice: null as Promise<ModelChoice> | null, at: 0 }));
  const isConfigured = Boolean(env().MODEL ?? env().OPENAI_API_KEY);
  if (known.choice && (isConfigured || Date.now() - known.at < FRESH_MS)) return known.choice;
  known.at = Date.now();
  known.choice = resolveModel(env());
  known.choice.catch(() => {
    known.choice = null;
  });
  return known.choice;
}
