import { type AgentBounds, agentObjection, agentRule } from "#lib/agent-profiles/agent-bounds.ts";
import type { Verdict } from "#lib/policies/evaluate-policy.ts";
import { requirementSchema } from "#lib/policies/policy.ts";
import { EFFECTS, type Effect } from "#lib/tools/define-tool.ts";
import { effectsOf } from "./effects-of.ts";
import type { RegisteredTool } from "./registered-tool.ts";

/**
 * What the agent's settings make of the rules' verdict: they can deny what the rules allow, and ask where the rules let it run, never the other way
 * round. Of two that say the same the rule counts. No agent: nothing.
 */
export function narrowedBy(agent: AgentBounds | null, verdict: Verdict, { tool, effect }: { tool: string; effect: Effect }): Verdict {
  if (!agent || verdict.verdict === "deny") return verdict;
  const ruleId = agentRule(agent);
  const objection = agentObjection(agent, tool, effect);
  if (objection !== null) return { verdict: "deny", ruleId, reason: objection };
  if (agent.approvalMode !== "ask" || effect === "read" || verdict.verdict === "ask") return verdict;
  const reason = `The agent ${agent.name} asks a person before everything that changes something.`;
  return { verdict: "ask", ruleId, reason, requirement: requirementSchema.parse({}) };
}

/** The effects of calls that an agent may make of a tool, for rules to look at; all of them when it takes nothing from the tool. */
export function effectsFor(agent: AgentBounds | null, tool: RegisteredTool): readonly Effect[] {
  if (!agent) return EFFECTS;
  const possible = effectsOf(tool);
  const left = possible.filter((effect) => agentObjection(agent, tool.name, effect) === null);
  return left.length === possible.length ? EFFECTS : left;
}

/** Why an agent may not use a tool at all: what it has against its strongest calls. */
export function agentDenial(agent: AgentBounds, tool: RegisteredTool): { ruleId: string; reason: string } {
  const objections = effectsOf(tool).flatMap((effect) => agentObjection(agent, tool.name, effect) ?? []);
  return { ruleId: agentRule(agent), reason: objections.at(-1) ?? `The agent ${agent.name} may not use ${tool.name}.` };
}
