import type { EntryPoint, Role, TenantContext } from "#lib/context.ts";
import { loadPolicy } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import { evaluateCall } from "./evaluate-call.ts";

export interface SimulatedCall {
  tool: string;
  input: Record<string, unknown>;
  role?: Role | undefined;
  entryPoint?: EntryPoint | undefined;
}

export interface Simulation {
  verdict: "allow" | "ask" | "deny";
  ruleId: string;
  reason: string;
  facts: { role: Role; entryPoint: EntryPoint; tool: string; effect: string | null; policyVersion: number };
}

/** What the gate would say, by the same code that says it for a run; nothing is stored and nothing runs. */
export async function simulateCall(
  ctx: TenantContext,
  input: { call: SimulatedCall; policy?: Omit<Policy, "version"> | undefined },
): Promise<Simulation> {
  const { call } = input;
  const current = await ctx.db.sql((sql) => loadPolicy(sql, ctx.tenantId));
  const policy = input.policy ? { ...input.policy, version: current.version } : current;
  const { role = ctx.role, entryPoint = "chat" } = call;
  const authority = { tenantId: ctx.tenantId, userId: ctx.userId, role, entryPoint, policy, isDryRun: false };
  const evaluation = await evaluateCall(authority, { name: call.tool, rawArguments: JSON.stringify(call.input) });
  const { tool, effect, ruleId, reason } = evaluation;
  return {
    verdict: evaluation.verdict === "refuse" ? "deny" : evaluation.verdict,
    ruleId,
    reason,
    facts: { role, entryPoint, tool, effect, policyVersion: policy.version },
  };
}
