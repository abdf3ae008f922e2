import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { readSkills, type SkillView } from "./list-skills.ts";
import { lockSkills } from "./lock-skills.ts";
import { isBroken, parseSkill } from "./parse-skill.ts";
import { shippedSkills } from "./shipped-skills.ts";

const MAX_SKILLS = 100;

/**
 * Adds a skill to the organization, or puts another text in place of one that it has. Switched off: whoever brings instructions in is not the one who
 * lets them loose by that.
 * @param content a SKILL.md
 * @throws AppError 400 with what is wrong with it, 403, 409 `conflict` for the name of one that comes with the product (unless the organization had
 * its own before), and for the hundred and first
 */
export async function addSkill(ctx: TenantContext, content: string): Promise<SkillView> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  const skill = parseSkill(content);
  if (isBroken(skill)) throw invalidRequest([{ path: "content", message: skill.problem }]);
  const { name } = skill;
  const isShipped = (await shippedSkills()).some((shipped) => shipped.name === name);
  return ctx.db.sql(async (sql) => {
    await lockSkills(sql, tenantId);
    const [row] = await sql<[{ others: number; isOwn: boolean }]>`
      select count(*) filter (where name <> ${name})::int as others, coalesce(bool_or(name = ${name}), false) as "isOwn"
        from skills where tenant_id = ${tenantId} and content is not null`;
    if (isShipped && !row.isOwn) throw new AppError("conflict", `${name} comes with the product. Give yours another name.`);
    if (row.others >= MAX_SKILLS)
      throw new AppError("conflict", `An organization may have ${MAX_SKILLS} skills of its own.`, { limit: MAX_SKILLS });
    await sql`
      insert into skills (tenant_id, name, content, is_enabled, updated_by, updated_at) values (${tenantId}, ${name}, ${content}, false, ${userId}, now())
      on conflict (tenant_id, name) do update set content = excluded.content, is_enabled = false, updated_by = excluded.updated_by, updated_at = now()`;
    await recordAudit(sql, { tenantId, actorId: userId, action: "skill-add", subject: `skill:${name}`, facts: { chars: content.length } });
    return findSkill(sql, ctx, name);
  });
}

/** Before anybody can remove it again. */
async function findSkill(sql: TenantSql, ctx: TenantContext, name: string): Promise<SkillView> {
  const skill = (await readSkills(sql, ctx)).find(({ view }) => view.name === name);
  if (!skill) throw new Error(`The skill ${name} was stored and is not there.`);
  return skill.view;
}
