import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { listSkills, type SkillView } from "./list-skills.ts";

/** Of all that are switched on, together: every question to the model carries them. */
const MAX_ENABLED_CHARS = 60_000;

/**
 * Switches a skill on or off, for runs that begin from now on.
 * @throws AppError 403, 404, 409 `conflict` for one that cannot be read, or that would make the instructions too long
 */
export async function switchSkill(ctx: TenantContext, name: string, isEnabled: boolean): Promise<SkillView> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  const { items } = await listSkills(ctx);
  const skill = items.find((item) => item.name === name);
  if (!skill) throw notFound("skill");
  if (isEnabled && skill.problem !== null) throw new AppError("conflict", `This skill cannot be used. ${skill.problem}`);
  const others = items.filter((item) => item.enabled && item.name !== name).reduce((chars, item) => chars + item.body.length, 0);
  if (isEnabled && others + skill.body.length > MAX_ENABLED_CHARS) {
    const detail = `All skills that are switched on may have ${MAX_ENABLED_CHARS} characters together. Switch another off first.`;
    throw new AppError("conflict", detail, { limit: MAX_ENABLED_CHARS });
  }
  await ctx.db.sql(async (sql) => {
    await sql`
      insert into skills (tenant_id, name, content, is_enabled, updated_by, updated_at) values (${tenantId}, ${name}, null, ${isEnabled}, ${userId}, now())
      on conflict (tenant_id, name) do update set is_enabled = excluded.is_enabled, updated_by = excluded.updated_by, updated_at = now()`;
    const action = isEnabled ? "skill-switch-on" : "skill-switch-off";
    await recordAudit(sql, { tenantId, actorId: userId, action, subject: `skill:${name}` });
  });
  return { ...skill, enabled: isEnabled, updatedAt: new Date() };
}
