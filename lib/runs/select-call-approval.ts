import type { TenantSql } from "#db/tenant.ts";

/**
 * SQL: what a call waits or waited for (`CallApproval`) as JSON, null when no rule asked; for `tool_calls c`. A request that was raised for another
 * call, or whose words, which are what people saw, are not those of the call, has no digest: the gate then finds that it fits nothing. Its votes are
 * those of people who could cast them now: whoever was removed since, or may not decide any more, has agreed to nothing.
 *
 * Looked up row by row and not joined: on tables of which PostgreSQL has no statistics yet, a join reads all requests for each call.
 */
export function selectCallApproval(sql: TenantSql) {
  // As `votesThatCount` has it while the request is open.
  const standing = sql`
    (select coalesce(jsonb_agg(v.vote order by v.place), '[]') from jsonb_array_elements(a.votes) with ordinality as v (vote, place)
      where exists (select 1 from memberships m where m.tenant_id = a.tenant_id and m.user_id = (v.vote ->> 'userId')::uuid
                       and m.removed_at is null and a.requirement -> 'roles' @> to_jsonb(m.role)))`;
  const isOfThisCall = sql`a.call_id = c.id and a.input = c.input and a.edited_input is not distinct from c.edited_input`;
  return sql`
    (select jsonb_build_object('id', a.id, 'status', a.status,
              'digest', case when ${isOfThisCall} then coalesce(a.edited_digest, a.input_digest) else '' end,
              'policyVersion', c.policy_version, 'files', a.files, 'reason', a.decision_reason, 'decidedBy', a.decided_by,
              'decidedByName', (select name from users where id = a.decided_by),
              'decidedAt', a.decided_at, 'requirement', a.requirement, 'votes', ${standing})
       from approvals a where a.tenant_id = c.tenant_id and a.id = c.approval_id)`;
}
