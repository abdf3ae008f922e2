import type { EntryPoint, TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { evaluatePolicy } from "#lib/policies/evaluate-policy.ts";
import { isBroken, loadPolicy } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import { EFFECTS, type Effect } from "#lib/tools/define-tool.ts";
import { type Authority, advertisedTools } from "./evaluate-call.ts";
import { getTool, type RegisteredTool } from "./registry.ts";
import type { ToolManifest } from "./tool-manifest.ts";

/** What the rules in force say of one kind of call of a tool, for this caller. */
export interface ToolVerdict {
  effect: Effect;
  verdict: "allow" | "ask" | "deny";
  ruleId: string;
  reason: string;
}

/** A tool that the caller may use, and what happens when it is. `verdicts` says nothing of rules that look at arguments. */
export interface ListedTool extends ToolManifest {
  verdicts: ToolVerdict[];
}

/** The tools that a model acting for this caller is told of: what no rule could allow is not among them. */
export async function listTools(
  ctx: TenantContext,
  entryPoint: EntryPoint = ctx.apiKeyId ? "api" : "chat",
): Promise<{ items: ListedTool[]; total: number }> {
  const policy = await ctx.db.sql((sql) => loadPolicy(sql, ctx.tenantId));
  const authority: Authority = {
    tenantId: ctx.tenantId,
    userId: ctx.userId,
    role: ctx.role,
    entryPoint,
    policy,
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
export async function findTool(ctx: TenantContext, name: string): Promise<ListedTool> {
  const canonical = getTool(name)?.name;
  const { items } = await listTools(ctx);
  const found = items.find((tool) => tool.name === canonical);
  if (!found) throw notFound("tool");
  return found;
}

function listed(tool: RegisteredTool, { role, entryPoint }: Authority, policy: Policy): ListedTool {
  const verdicts = effectsOf(tool).map((effect) => {
    const { verdict, ruleId, reason } = evaluatePolicy(policy, { role, entryPoint, tool: tool.name, effect, input: {} });
    return { effect, verdict, ruleId, reason };
  });
  return { ...tool.manifest, verdicts };
}

/** A tool whose arguments decide can have every effect up to its strongest. */
function effectsOf({ effect, effectOf }: RegisteredTool): readonly Effect[] {
  return effectOf ? EFFECTS.slice(0, EFFECTS.indexOf(effect) + 1) : [effect];
}
