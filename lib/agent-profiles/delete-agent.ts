import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { AgentId } from "#lib/ids.ts";

/**
 * Deletes an agent: no call of it begins any more, in runs that are under way too. Its chats stay readable and name it, and its name is free.
 * @throws AppError 403, 404
 */
export async function deleteAgent(ctx: TenantContext, id: AgentId): Promise<void> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    const [deleted] = await sql<{ name: string }[]>`
      update agents set deleted_at = now(), updated_by = ${userId}, updated_at = now()
       where tenant_id = ${tenantId} and id = ${id} and deleted_at is null returning name`;
    if (!deleted) throw notFound("agent");
    await recordAudit(sql, { tenantId, actorId: userId, action: "agent-delete", subject: `agent:${id}`, facts: deleted });
    await notify(sql, { type: "policy-changed", tenantId });
  });
}
