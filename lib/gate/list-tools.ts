import { loadAgent } from "#lib/agent-profiles/load-agent.ts";
import type { EntryPoint, TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { AgentId } from "#lib/ids.ts";
import { evaluatePolicy } from "#lib/policies/evaluate-policy.ts";
import { isBroken } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { smallLetters } from "#lib/tools/tool-name.ts";
import { narrowedBy } from "./agent-layer.ts";
import type { Authority } from "./authority.ts";
import { effectsOf } from "./effects-of.ts";
import { loadRules } from "./load-rules.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import type { ToolManifest } from "./tool-manifest.ts";
import { advertisedTools } from "./usable-tools.ts";

/** What the rules in force say of one kind of call of a tool, for this caller. */
export interface ToolVerdict {
  effect: Effect;
  verdict: "allow" | "ask" | "deny";
  ruleId: string;
  reason: string;
}

/** A tool that the caller may use, and what happens when it is. `verdicts` says nothing of rules that look at arguments, or at what a run has read. */
export interface ListedTool extends ToolManifest {
  verdicts: ToolVerdict[];
}

/**
 * The tools that a model acting for this caller is told of: what no rule could allow, or the agent may not use, is not among them.
 * @param options.agentId who acts; not given: the default agent
 * @throws AppError 404 for an agent that there is not
 */
export async function listTools(
  ctx: TenantContext,
  { entryPoint = ctx.apiKeyId ? "api" : "chat", agentId }: { entryPoint?: EntryPoint; agentId?: AgentId | undefined } = {},
): Promise<{ items: ListedTool[]; total: number }> {
  const [rules, agent] = await ctx.db.sql((sql) => Promise.all([loadRules(sql, ctx.tenantId), loadAgent(sql, ctx.tenantId, agentId)]));
  const { policy } = rules;
  const authority: Authority = {
    tenantId: ctx.tenantId,
    userId: ctx.userId,
    role: ctx.role,
    entryPoint,
    afterReading: [],
    ...rules,
    agent,
    grants: [],
    isDryRun: false,
  };
  const items = isBroken(policy) ? [] : advertisedTools(authority).map((tool) => listed(tool, authority, policy));
  return { items, total: items.length };
}

/**
 * One of them, without regard to case.
 * @throws AppError 404 for a tool that is not there and for one that the caller may not use
 */
export async function findTool(ctx: TenantContext, name: string, agentId?: AgentId): Promise<ListedTool> {
  const canonical = smallLetters(name);
  const { items } = await listTools(ctx, { agentId });
  const found = items.find((tool) => tool.name === canonical);
  if (!found) throw notFound("tool");
  return found;
}

function listed(tool: RegisteredTool, { role, entryPoint, afterReading, agent }: Authority, policy: Policy): ListedTool {
  const verdicts = effectsOf(tool).map((effect) => {
    const facts = { role, entryPoint, afterReading, tool: tool.name, effect, input: {} };
    const { verdict, ruleId, reason } = narrowedBy(agent, evaluatePolicy(policy, facts), facts);
    return { effect, verdict, ruleId, reason };
  });
  return { ...tool.manifest, verdicts };
}
