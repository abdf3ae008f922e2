import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { TenantContext } from "#lib/context.ts";
import type { ApprovalView } from "./approval-view.ts";

/** The audit entry of a decision, a vote or a refused attempt: by whom, from which surface, on what. */
export function auditDecision(
  sql: TenantSql,
  ctx: TenantContext,
  approval: ApprovalView,
  action: string,
  facts: Record<string, unknown>,
): Promise<void> {
  return recordAudit(sql, {
    tenantId: ctx.tenantId,
    actorId: ctx.userId,
    action,
    subject: `approval:${approval.id}`,
    facts: {
      ...facts,
      toolCallId: approval.callId,
      tool: approval.tool,
      digest: approval.inputDigest,
      ruleId: approval.reason.ruleId,
      via: ctx.apiKeyId ? "api" : "page",
    },
  });
}
