import { checkModel } from "./check-model.ts";
import { ModelConfigurationError } from "./model-choice.ts";
import { type ModelEnv, resolveModel } from "./resolve-model.ts";

/**
 * Why an agent's own choice cannot be, in words; null: it can. A provider needs its key or address here, and an Ollama that answers must have the
 * model. Whether a provider further away is up at the moment is no matter.
 */
export async function modelProblem(env: ModelEnv, ownChoice: string): Promise<string | null> {
  try {
    const { provider } = await resolveModel(env, ownChoice);
    if (provider !== "ollama") return null;
    const { status, detail } = await checkModel(env, ownChoice);
    return status === "down" ? detail : null;
  } catch (error) {
    if (error instanceof ModelConfigurationError) return error.message;
    throw error;
  }
}
