import { systemSql } from "#db/system.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { SessionId, TenantId, UserId } from "#lib/ids.ts";

/**
 * Lets a browser look at another organization of the person. Its open streams, which belong to the one before, end.
 *
 * @throws AppError 404 for an organization that they do not belong to, whether it exists or not
 */
export async function switchOrganization(session: { id: SessionId; userId: UserId }, tenantId: TenantId): Promise<void> {
  await systemSql(async (sql) => {
    const [switched] = await sql`
      update auth_sessions s set active_tenant_id = m.tenant_id
        from memberships m
       where s.id = ${session.id} and s.user_id = ${session.userId} and s.revoked_at is null
         and m.user_id = s.user_id and m.tenant_id = ${tenantId} and m.removed_at is null
      returning s.id`;
    if (!switched) throw notFound("organization");
    await notify(sql, { type: "access-changed", tenantId: null, userId: session.userId });
  });
}
