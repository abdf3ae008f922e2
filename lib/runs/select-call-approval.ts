import type { TenantSql } from "#db/tenant.ts";

/**
 * SQL: what a call waits or waited for (`CallApproval`) as JSON, null when no rule asked; for `tool_calls c`, `approvals a` by the call's
 * `approval_id`, and the decider `users u`. A request that was raised for another call, or whose words, which are what people saw, are not those of the
 * call, has no digest: the gate then finds that it fits nothing.
 */
export function selectCallApproval(sql: TenantSql) {
  const isOfThisCall = sql`a.call_id = c.id and a.input = c.input and a.edited_input is not distinct from c.edited_input`;
  return sql`
    case when a.id is not null then jsonb_build_object('id', a.id, 'status', a.status,
      'digest', case when ${isOfThisCall} then coalesce(a.edited_digest, a.input_digest) else '' end,
      'policyVersion', c.policy_version, 'reason', a.decision_reason, 'decidedBy', a.decided_by, 'decidedByName', u.name,
      'decidedAt', a.decided_at, 'requirement', a.requirement, 'votes', a.votes) end`;
}
