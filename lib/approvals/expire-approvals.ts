import { systemSql } from "#db/system.ts";
import { tenantDb } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { sealSoon } from "#lib/audit/seal-soon.ts";
import { eachApart } from "#lib/each-apart.ts";
import { notify } from "#lib/events/notify.ts";
import type { ApprovalId, ChatId, RunId, TenantId, ToolCallId } from "#lib/ids.ts";
import { grantLease } from "#lib/runs/grant-lease.ts";
import { lockRun } from "./lock-run.ts";

const AT_ONCE = 500;

/**
 * Closes the requests whose time is over, in every organization: request and call become `expired` (nobody said no), and the run is handed
 * to a driver, which tells the model so. A decision that came first stands. Answers how many were closed.
 */
export async function expireApprovals(): Promise<number> {
  const due = await systemSql(
    (sql) => sql<{ tenantId: TenantId; id: ApprovalId }[]>`
      select tenant_id as "tenantId", id from approvals
       where status = 'pending' and expires_at is not null and expires_at <= now() order by expires_at limit ${AT_ONCE}`,
  );
  let closed = 0;
  await eachApart("approval-not-expired", due, async ({ tenantId, id }) => {
    if (await expireApproval(tenantId, id)) closed += 1;
  });
  return closed;
}

async function expireApproval(tenantId: TenantId, id: ApprovalId): Promise<boolean> {
  return tenantDb(tenantId).sql(async (sql) => {
    const [, [approval]] = await together([
      lockRun(sql, tenantId, id),
      sql<{ callId: ToolCallId; runId: RunId; chatId: ChatId; tool: string; expiresAt: Date }[]>`
        update approvals set status = 'expired', decided_at = now()
         where tenant_id = ${tenantId} and id = ${id} and status = 'pending' and expires_at <= now()
        returning call_id as "callId", run_id as "runId", chat_id as "chatId", tool, expires_at as "expiresAt"`.execute(),
    ]);
    if (!approval) return false;
    const { callId, runId, chatId, tool, expiresAt } = approval;
    sealSoon(tenantId);
    await together([
      sql`update tool_calls set status = 'expired', decided_at = now()
           where tenant_id = ${tenantId} and id = ${callId} and status = 'awaiting-approval'`,
      sql`insert into audit_entries (tenant_id, action, subject, facts, is_system)
          values (${tenantId}, 'approval-expire', ${`approval:${id}`}, ${sql.json({ tool, runId, expiresAt: expiresAt.toISOString() })}, true)`,
      notify(sql, { type: "approval-changed", tenantId, approvalId: id, chatId }),
    ]);
    await grantLease(sql, tenantId, runId);
    return true;
  });
}
