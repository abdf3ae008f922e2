import { modelProblem } from "#lib/agent/models/index.ts";
import type { AgentSettings } from "#lib/agent-profiles/agent-settings.ts";
import { env } from "#lib/env.ts";
import { invalidRequest } from "#lib/errors.ts";
import { judgeAgentTools } from "#lib/gate/index.ts";

/**
 * What only the gate and the models know of an agent's settings: its lists of tools contradict themselves, or its model cannot be asked here. Looked
 * at when it is saved; a model that is taken away later ends a run in words.
 * @throws AppError 400 `invalid_request`
 */
export async function requireSoundAgent({ model, ...settings }: Pick<AgentSettings, "model" | "tools" | "approvalMode">): Promise<void> {
  judgeAgentTools(settings);
  const problem = model === null ? null : await modelProblem(env(), model);
  if (problem !== null) throw invalidRequest([{ path: "model", message: problem }]);
}
