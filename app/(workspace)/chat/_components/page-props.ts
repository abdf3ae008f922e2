import { currentModel } from "#lib/agent/current-model.ts";
import type { Answerer } from "#lib/agent-profiles/get-answerer.ts";
import type { PageActor } from "#lib/auth/page-actor.ts";
import { type ListedTool, listTools } from "#lib/gate/index.ts";
import { log } from "#lib/log.ts";
import { askFirstWords } from "./ask-first.ts";
import { examplePrompts } from "./example-prompts.ts";

/** What every chat page says: who looks, who answers, and what one may begin with. `agent` null: the default one. */
export async function chatPageProps(actor: PageActor, agent: Answerer | null) {
  const mayWrite = actor.role !== "auditor";
  const [model, tools] = await Promise.all([modelView(agent?.model ?? null), toolsOf(actor, agent)]);
  return {
    model,
    userId: actor.userId,
    mayWrite,
    prompts: mayWrite ? examplePrompts(tools) : [],
    askFirst: mayWrite ? askFirstWords(tools) : [],
  };
}

/** Of an agent that answers nobody: none. */
async function toolsOf(actor: PageActor, agent: Answerer | null): Promise<ListedTool[]> {
  if (agent && agent.off !== null) return [];
  return (await listTools(actor, { agentId: agent?.id })).items;
}

/** A page about what was said opens also when the model is configured wrongly; the first message says what is wrong. */
async function modelView(ownChoice: string | null): Promise<{ label: string; isDemo: boolean }> {
  try {
    const { label, isDemo } = await currentModel(ownChoice);
    return { label, isDemo };
  } catch (error) {
    log.warn("model-unavailable", { error });
    return { label: "No model: see the configuration", isDemo: false };
  }
}
