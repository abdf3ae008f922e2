import { evaluatePolicy, mayUseTool, type PolicyFacts } from "#lib/policies/evaluate-policy.ts";
import { isBroken } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import { EFFECTS } from "#lib/tools/define-tool.ts";
import { agentDenial, effectsFor } from "./agent-layer.ts";
import type { Authority } from "./authority.ts";
import { toolsOf } from "./organization-tools.ts";
import type { RegisteredTool } from "./registered-tool.ts";

/** Tools that this caller could use, whatever the arguments, and that are of use here: what the model is told of. */
export function advertisedTools(authority: Authority): RegisteredTool[] {
  const { policy, agent, setUp } = authority;
  if (isBroken(policy)) return [];
  return toolsOf(authority)
    .getAllTools()
    .filter((tool) => !tool.heldBack && (!tool.needs || setUp.includes(tool.needs)))
    .filter((tool) => mayUseTool(policy, factsOf(authority, tool.name), effectsFor(agent, tool)));
}

/** Why a tool may not be used at all, whatever the arguments: the rule's own words when one denies it outright, else the agent's. */
export function denialOf(authority: Authority, policy: Policy, definition: RegisteredTool): { ruleId: string; reason: string } | null {
  const { role, agent } = authority;
  const { name: tool } = definition;
  const facts = factsOf(authority, tool);
  if (!mayUseTool(policy, facts, EFFECTS)) {
    const reason = `No rule of this organization allows ${tool} for the role ${role}.`;
    return outright(policy, facts) ?? { ruleId: "default/deny", reason };
  }
  return agent && !mayUseTool(policy, facts, effectsFor(agent, definition)) ? agentDenial(agent, definition) : null;
}

type Facts = Omit<PolicyFacts, "effect" | "input">;

function factsOf({ role, entryPoint, afterReading }: Authority, tool: string): Facts {
  return { role, entryPoint, afterReading, tool };
}

function outright(policy: Policy, facts: Facts): { ruleId: string; reason: string } | null {
  for (const effect of EFFECTS) {
    const verdict = evaluatePolicy(policy, { ...facts, effect, input: {} });
    if (verdict.verdict === "deny" && verdict.ruleId !== "default/deny") return verdict;
  }
  return null;
}
