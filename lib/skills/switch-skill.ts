import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { readSkills, type SkillView } from "./list-skills.ts";
import { lockSkills } from "./lock-skills.ts";

/** Of all that are switched on, together, with their heads: every run reads them, and every question to the model carries them. */
const MAX_ENABLED_CHARS = 60_000;

/**
 * Switches a skill on or off, for runs that begin from now on.
 * @throws AppError 403, 404, 409 `conflict` for one that cannot be read, or that would make the instructions too long
 */
export async function switchSkill(ctx: TenantContext, name: string, isEnabled: boolean): Promise<SkillView> {
  requireRole(ctx, "owner", "admin");
  return ctx.db.sql(async (sql) => {
    await lockSkills(sql, ctx.tenantId);
    const skills = await readSkills(sql, ctx);
    const skill = skills.find(({ view }) => view.name === name);
    if (!skill) throw notFound("skill");
    if (isEnabled) requireUsable(skill, skills);
    await storeSwitch(sql, ctx, name, isEnabled);
    return { ...skill.view, enabled: isEnabled, updatedAt: new Date() };
  });
}

interface MeasuredSkill {
  view: SkillView;
  chars: number;
}

function requireUsable({ view, chars }: MeasuredSkill, all: readonly MeasuredSkill[]): void {
  if (view.problem !== null) throw new AppError("conflict", `This skill cannot be used. ${view.problem}`);
  const others = all.filter((other) => other.view.enabled && other.view.name !== view.name).reduce((sum, other) => sum + other.chars, 0);
  if (others + chars <= MAX_ENABLED_CHARS) return;
  const detail = `All skills that are switched on may have ${MAX_ENABLED_CHARS} characters together. Switch another off first.`;
  throw new AppError("conflict", detail, { limit: MAX_ENABLED_CHARS });
}

async function storeSwitch(sql: TenantSql, { tenantId, userId }: TenantContext, name: string, isEnabled: boolean): Promise<void> {
  await sql`
    insert into skills (tenant_id, name, content, is_enabled, updated_by, updated_at) values (${tenantId}, ${name}, null, ${isEnabled}, ${userId}, now())
    on conflict (tenant_id, name) do update set is_enabled = excluded.is_enabled, updated_by = excluded.updated_by, updated_at = now()`;
  const action = isEnabled ? "skill-switch-on" : "skill-switch-off";
  await recordAudit(sql, { tenantId, actorId: userId, action, subject: `skill:${name}` });
}
