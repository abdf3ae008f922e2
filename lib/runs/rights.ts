import type { AgentBounds } from "#lib/agent-profiles/agent-bounds.ts";
import { agentOf } from "#lib/agent-profiles/select-agent.ts";
import type { Role } from "#lib/context.ts";
import type { Grant } from "#lib/grants/grant.ts";
import type { TenantId } from "#lib/ids.ts";
import { type Allowance, allowanceOf } from "#lib/limits/allowance.ts";
import type { ServerTool } from "#lib/mcp-servers/server-tool.ts";
import type { SetUp } from "#lib/organizations/select-set-up.ts";
import { type BrokenPolicy, policyOf } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import type { Held } from "./lease.ts";
import type { RunState } from "./run-state.ts";

/** What a run may do, and what it may use. */
export interface Rights {
  /** Null: no longer a member. */
  role: Role | null;
  policy: Policy | BrokenPolicy;
  /** Null: the default agent, for which the rules alone count. */
  agent: AgentBounds | null;
  /** Standing approvals that may hold for the run: the ticket of a call looks at the one that it uses. */
  grants: readonly Grant[];
  /** Approved tools of MCP servers: each is looked up once more before it is called. */
  serverTools: readonly ServerTool[];
  /** What the organization has of that which tools need. */
  setUp: readonly SetUp[];
  allowance: Allowance;
}

/** As they were when the run was loaded. */
export function rightsOf({ run, policy, agent, grants, serverTools, setUp, allowance }: RunState): Rights {
  return { role: run.role, policy, agent: agent?.bounds ?? null, grants, serverTools, setUp, allowance };
}

/** As the fence of a transaction read them; what it was not asked for stays as it was known. */
export function learned(tenantId: TenantId, known: Rights, held: Held): Rights {
  return {
    role: held.role,
    policy: policyOf(tenantId, held.policy),
    agent: held.agent === undefined ? known.agent : agentOf(held.agent),
    grants: held.grants === undefined ? known.grants : (held.grants ?? []),
    serverTools: held.serverTools === undefined ? known.serverTools : (held.serverTools ?? []),
    setUp: held.setUp ?? known.setUp,
    allowance: allowanceOf(tenantId, held.allowance),
  };
}
