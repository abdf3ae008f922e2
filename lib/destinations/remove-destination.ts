import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { DestinationId } from "#lib/ids.ts";

/**
 * Removes a destination and wipes its address. Drafts for it stay and cannot be sent any more; what was sent keeps its name.
 * @throws AppError 403, 404
 */
export async function removeDestination(ctx: TenantContext, id: DestinationId): Promise<void> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    const [removed] = await sql<{ name: string }[]>`
      update destinations set removed_at = now(), encrypted_address = null
       where tenant_id = ${tenantId} and id = ${id} and removed_at is null returning name`;
    if (!removed) throw notFound("destination");
    await sql`delete from destination_notices where tenant_id = ${tenantId} and destination_id = ${id}`;
    const facts = { name: removed.name };
    await recordAudit(sql, { tenantId, actorId: userId, action: "destination-remove", subject: `destination:${id}`, facts });
    await notify(sql, { type: "policy-changed", tenantId });
  });
}
