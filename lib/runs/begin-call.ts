import type { TenantSql } from "#db/tenant.ts";
import type { AgentBounds } from "#lib/agent-profiles/agent-bounds.ts";
import { ROLE_OF_WHO_LEFT, type Role } from "#lib/context.ts";
import type { Grant } from "#lib/grants/grant.ts";
import { isStanding } from "#lib/grants/select-grants.ts";
import type { TenantId } from "#lib/ids.ts";
import { FIRST_POLICY } from "#lib/policies/load-policy.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { Lease } from "./lease.ts";
import type { Write } from "./run-journal.ts";
import type { CallRow } from "./run-state.ts";

/** See {@link beginCall}. */
export type CallBegin = "begun" | "stopped" | "taken" | "decide-again";

/** What let a call through: by what it was judged, and which rule said so. */
interface Permit {
  ruleId: string;
  /** Of what is about to happen: an approver may have changed the arguments to what does more, or an admin what a server's tool is said to do. */
  effect: Effect;
  role: Role;
  policyVersion: number;
  /** To which agent, and by which version of it; null: to the default one. */
  agent: Pick<AgentBounds, "id" | "version"> | null;
  /** The standing approval that let it through. */
  grant: Pick<Grant, "id" | "createdBy" | "creatorRole"> | null;
}

/**
 * The ticket: one compare-and-set to `executing`, which also uses up the approval that the call waited for, or one use of a standing one. Part of a
 * journal transaction. Answers
 * - `begun`: the call may act now;
 * - `decide-again`: it was permitted to another role, by another version of the rules, to an agent that is another by now, or by a standing approval
 *   that does not stand any more;
 * - `stopped`: its run is;
 * - `taken`: another began or closed it, its approval is used or another call's, or it is of a dry run, which begins nothing, whatever the process
 *   that drives it believes.
 */
export function beginCall(lease: Lease, call: CallRow, permit: Permit): Write<CallBegin> {
  const { tenantId, runId } = lease;
  const { ruleId, effect, grant } = permit;
  const approvalId = call.approval?.id ?? null;
  return async (sql) => {
    const unused = sql`
      a.tenant_id = ${tenantId} and a.id = ${approvalId} and a.call_id = ${call.id} and a.status = 'approved' and a.used_at is null`;
    const [row] = await sql<{ isBegun: boolean; isPermitted: boolean; isStopped: boolean }[]>`
      with ${grant ? sql`standing as (${lockStanding(sql, tenantId, grant)}),` : sql``} rights as (${selectHold(sql, lease, permit)}), run as (
        select cancel_requested_at is not null as is_stopped, is_dry_run from runs where tenant_id = ${tenantId} and id = ${runId}
      ), begun as (
        update tool_calls
           set status = 'executing', started_at = greatest(created_at, ${call.startedAt}), executions = executions + 1,
               rule_id = ${ruleId}, effect = ${effect}, grant_id = ${grant?.id ?? null}
         where tenant_id = ${tenantId} and id = ${call.id} and (status in ('proposed', 'approved') or (status = 'executing' and effect = 'read'))
           and (select hold from rights)
           and not exists (select 1 from run where is_stopped or is_dry_run)
           ${approvalId ? sql`and exists (select 1 from approvals a where ${unused})` : sql``}
        returning id
      ), used as (
        update approvals a set used_at = now() where ${unused} and exists (select 1 from begun)
      ) ${grant ? sql`, counted as (${countUse(sql, tenantId, grant)})` : sql``}
      select exists (select 1 from begun) as "isBegun", hold as "isPermitted", exists (select 1 from run where is_stopped) as "isStopped"
        from rights`;
    if (row?.isBegun) return "begun";
    if (row?.isStopped) return "stopped";
    return row?.isPermitted ? "taken" : "decide-again";
  };
}

/** SQL: whether what let the call through holds still. An organization that never changed its rules has their first version. */
function selectHold(sql: TenantSql, { tenantId, userId }: Lease, { role, policyVersion, agent, grant }: Permit) {
  return sql`
    select coalesce((select role from memberships where tenant_id = ${tenantId} and user_id = ${userId} and removed_at is null),
                    ${ROLE_OF_WHO_LEFT}) = ${role}
       and coalesce((select max(version) from policies where tenant_id = ${tenantId}), ${FIRST_POLICY.version}) = ${policyVersion}
       ${grant ? sql`and exists (select 1 from standing)` : sql``}
       ${agent ? sql`and ${isSameAgent(sql, tenantId, agent)}` : sql``} as hold`;
}

function isSameAgent(sql: TenantSql, tenantId: TenantId, { id, version }: Pick<AgentBounds, "id" | "version">) {
  return sql`exists (
    select 1 from agents where tenant_id = ${tenantId} and id = ${id} and version = ${version} and is_enabled and deleted_at is null)`;
}

/** SQL: one at a time, so that the last use of a standing approval is one use, however many runs want it. Its maker must be who they were. */
function lockStanding(sql: TenantSql, tenantId: TenantId, { id, createdBy, creatorRole }: Pick<Grant, "id" | "createdBy" | "creatorRole">) {
  return sql`
    select 1 from grants g
     where g.tenant_id = ${tenantId} and g.id = ${id} and ${isStanding(sql)}
       and exists (select 1 from memberships where tenant_id = ${tenantId} and user_id = ${createdBy} and removed_at is null and role = ${creatorRole})
       for no key update of g`;
}

function countUse(sql: TenantSql, tenantId: TenantId, { id }: Pick<Grant, "id">) {
  return sql`
    update grants set uses = uses + 1, last_used_at = now() where tenant_id = ${tenantId} and id = ${id} and exists (select 1 from begun)`;
}
