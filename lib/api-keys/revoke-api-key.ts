import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { ApiKeyId } from "#lib/ids.ts";

/**
 * Ends a key of the caller's own, from the next request on; streams that it opened end too.
 *
 * @throws AppError 404 also for a key of somebody else, and for one that is revoked already
 */
export async function revokeApiKey(ctx: TenantContext, id: ApiKeyId): Promise<void> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    const [revoked] = await sql<{ name: string }[]>`
      update api_keys set revoked_at = now()
       where tenant_id = ${tenantId} and id = ${id} and user_id = ${userId} and revoked_at is null returning name`;
    if (!revoked) throw notFound("API key");
    await recordAudit(sql, {
      tenantId,
      actorId: userId,
      action: "api-key-revoke",
      subject: `api-key:${id}`,
      facts: { name: revoked.name },
    });
    await notify(sql, { type: "access-changed", tenantId, userId });
  });
}
