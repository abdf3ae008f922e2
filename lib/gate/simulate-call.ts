import type { TenantSql } from "#db/tenant.ts";
import { loadAgent } from "#lib/agent-profiles/load-agent.ts";
import type { EntryPoint, Role, TenantContext } from "#lib/context.ts";
import { type StoredGrants, selectGrants } from "#lib/grants/select-grants.ts";
import type { AgentId } from "#lib/ids.ts";
import type { Policy } from "#lib/policies/policy.ts";
import type { Outside } from "#lib/tools/read-from.ts";
import type { Authority } from "./authority.ts";
import { evaluateCall } from "./evaluate-call.ts";
import { loadRules } from "./load-rules.ts";

export interface SimulatedCall {
  tool: string;
  input: Record<string, unknown>;
  role?: Role | undefined;
  entryPoint?: EntryPoint | undefined;
  /** Who acts; not given: the default agent. */
  agentId?: AgentId | undefined;
  /** From where outside the run is taken to have read before; not given: it has read nothing. */
  afterReading?: Outside[] | undefined;
}

export interface Simulation {
  verdict: "allow" | "ask" | "deny";
  ruleId: string;
  reason: string;
  facts: {
    role: Role;
    entryPoint: EntryPoint;
    afterReading: Outside[];
    agent: string | null;
    tool: string;
    effect: string | null;
    policyVersion: number;
  };
}

/**
 * What the gate would say, by the same code that says it for a run; nothing is stored and nothing runs.
 * @throws AppError 404 for an agent that there is not
 */
export async function simulateCall(
  ctx: TenantContext,
  input: { call: SimulatedCall; policy?: Omit<Policy, "version"> | undefined },
): Promise<Simulation> {
  const { call } = input;
  const { policy: current, ...known } = await ctx.db.sql((sql) => readRules(sql, ctx, call.agentId));
  const policy = input.policy ? { ...input.policy, version: current.version } : current;
  const { role = ctx.role, entryPoint = "chat", afterReading = [] } = call;
  const authority = { tenantId: ctx.tenantId, userId: ctx.userId, role, entryPoint, afterReading, policy, ...known, isDryRun: false };
  const evaluation = await evaluateCall(authority, { name: call.tool, rawArguments: JSON.stringify(call.input) });
  const { tool, effect, ruleId, reason } = evaluation;
  return {
    verdict: evaluation.verdict === "refuse" ? "deny" : evaluation.verdict,
    ruleId,
    reason,
    facts: { role, entryPoint, afterReading, agent: known.agent?.name ?? null, tool, effect, policyVersion: policy.version },
  };
}

/** Standing approvals count as for a call of the caller's own in a chat of its own. */
async function readRules(
  sql: TenantSql,
  { tenantId, userId }: TenantContext,
  agentId: AgentId | undefined,
): Promise<Pick<Authority, "policy" | "serverTools" | "setUp" | "agent" | "grants">> {
  const own = { id: sql`null::uuid`, userId: sql`${userId}::uuid`, chatId: sql`null::uuid`, scheduleId: sql`null::uuid` };
  const [row] = await sql<[{ grants: StoredGrants }]>`select ${selectGrants(sql, tenantId, own)} as grants`;
  const [rules, agent] = await Promise.all([loadRules(sql, tenantId), loadAgent(sql, tenantId, agentId)]);
  return { ...rules, agent, grants: row.grants ?? [] };
}
