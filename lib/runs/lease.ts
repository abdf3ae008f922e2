import type { TenantSql } from "#db/tenant.ts";
import { type StoredAgent, selectAgent } from "#lib/agent-profiles/select-agent.ts";
import type { Role } from "#lib/context.ts";
import { LeaseLost } from "#lib/events/lease-lost.ts";
import { type StoredGrants, selectGrants } from "#lib/grants/select-grants.ts";
import type { AgentId, RunId, TenantId, UserId } from "#lib/ids.ts";
import { type StoredAllowance, selectAllowance } from "#lib/limits/allowance.ts";
import { type StoredServerTools, selectServerTools } from "#lib/mcp-servers/select-server-tools.ts";
import { type SetUp, selectSetUp } from "#lib/organizations/select-set-up.ts";
import { type StoredPolicy, selectPolicy } from "#lib/policies/load-policy.ts";

/** Who holds a run: `epoch` is the fencing number of their driver. */
export interface Lease {
  tenantId: TenantId;
  runId: RunId;
  userId: UserId;
  epoch: number;
}

/**
 * A driver's lease runs out so long after its last write or heartbeat: the limit for a machine that cannot be reached. A process that died is
 * noticed sooner, by its presence (`db/presence.ts`) and the beats that it missed.
 */
export const LEASE_SECONDS = 15;
export const BEATS_MISSED_SECONDS = 3;

/** PostgreSQL's code for it. */
const DIVISION_BY_ZERO = "22012";

/** What the database says of the run's rights, in the transaction that proved its lease. Role null: no longer a member. */
export interface Held {
  role: Role | null;
  policy: StoredPolicy | null;
  /** These only when they were asked for. */
  grants?: StoredGrants;
  serverTools?: StoredServerTools;
  setUp?: SetUp[];
  /** Only of a run that has one. */
  agent?: StoredAgent;
  allowance: StoredAllowance;
}

/**
 * The fence: renews the lease and reads what may have changed. Without the lease the statement fails, by a division by zero, and breaks the
 * transaction.
 * @param options.activeMs how long the run has been at work
 * @param options.relearns whether standing approvals, tools of MCP servers and what is set up are read too
 * @param options.agentId whose bounds are read too; null for the default agent, which has none
 * @throws LeaseLost
 */
export async function holdLease(
  sql: TenantSql,
  { tenantId, runId, epoch, userId }: Lease,
  { activeMs, relearns, agentId }: { activeMs: number; relearns: boolean; agentId: AgentId | null },
): Promise<Held> {
  const relearned = relearns
    ? sql`
        ${selectGrants(sql, tenantId, ofRuns(sql))} as grants, ${selectServerTools(sql, tenantId)} as "serverTools",
        ${selectSetUp(sql, tenantId)} as "setUp",`
    : sql``;
  const agent = agentId ? sql`${selectAgent(sql, tenantId, agentId)} as agent,` : sql``;
  try {
    const [row] = await sql<[Held]>`
      with held as (
        update runs set lease_until = now() + ${`${LEASE_SECONDS} seconds`}::interval, active_ms = ${activeMs}
         where tenant_id = ${tenantId} and id = ${runId} and epoch = ${epoch} and status = 'running'
        returning (select role from memberships where tenant_id = ${tenantId} and user_id = ${userId} and removed_at is null) as role,
                  ${relearned} ${agent}
                  ${selectPolicy(sql, tenantId)} as policy, ${selectAllowance(sql, tenantId, sql`runs.user_id`)} as allowance
      )
      select held.*, fence.one from (select 1 / (select count(*)::int from held) as one) fence left join held on true`.execute();
    return row;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === DIVISION_BY_ZERO) throw new LeaseLost(runId);
    throw error;
  }
}

/** The run of an update of `runs`. */
function ofRuns(sql: TenantSql) {
  return { id: sql`runs.id`, userId: sql`runs.user_id`, chatId: sql`runs.chat_id`, scheduleId: sql`runs.schedule_id` };
}
