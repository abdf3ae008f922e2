import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";

/** Renames the organization that the caller acts in. Owners and admins. */
export async function renameOrganization(ctx: TenantContext, input: { name: string }): Promise<{ id: string; name: string }> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    await sql`update organizations set name = ${input.name} where id = ${tenantId}`;
    const subject = `organization:${tenantId}`;
    await recordAudit(sql, { tenantId, actorId: userId, action: "organization-rename", subject, facts: { name: input.name } });
  });
  return { id: tenantId, name: input.name };
}
