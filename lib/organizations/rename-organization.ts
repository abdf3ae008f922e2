import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";

/** Renames the organization that the caller acts in. Owners and admins. */
export async function renameOrganization(ctx: TenantContext, input: { name: string }): Promise<{ id: string; name: string }> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    const [before] = await sql<{ name: string }[]>`select name from organizations where id = ${tenantId} for no key update`;
    await sql`update organizations set name = ${input.name} where id = ${tenantId}`;
    const facts = { from: before?.name, to: input.name };
    await recordAudit(sql, { tenantId, actorId: userId, action: "organization-rename", subject: `organization:${tenantId}`, facts });
  });
  return { id: tenantId, name: input.name };
}
