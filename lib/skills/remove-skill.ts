import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { lockSkills } from "./lock-skills.ts";

/**
 * Removes a skill of the organization's own.
 * @throws AppError 403; 404 also for one that comes with the product, which can only be switched off
 */
export async function removeSkill(ctx: TenantContext, name: string): Promise<void> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    await lockSkills(sql, tenantId);
    const [removed] = await sql`delete from skills where tenant_id = ${tenantId} and name = ${name} and content is not null returning 1`;
    if (!removed) throw notFound("skill");
    await recordAudit(sql, { tenantId, actorId: userId, action: "skill-remove", subject: `skill:${name}` });
  });
}
