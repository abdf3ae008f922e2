import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { isBroken, parseSkill } from "./parse-skill.ts";
import { shippedSkills } from "./shipped-skills.ts";

/** As `selectActiveSkills` gives them; null: none is switched on. */
export type StoredSkills = ActiveSkill[] | null;

interface ActiveSkill {
  name: string;
  content: string | null;
}

/** SQL: what is switched on, as one value for a statement that asks for other things too. */
export function selectActiveSkills(sql: TenantSql, tenantId: TenantId) {
  return sql`(select jsonb_agg(jsonb_build_object('name', name, 'content', content) order by name) from skills where tenant_id = ${tenantId} and is_enabled)`;
}

/**
 * The text of a prompt for the skills that are switched on, by name. What cannot be read any more is left out.
 * @param wanted the names that an agent has; null: all
 */
export async function skillsText(enabled: readonly ActiveSkill[], wanted: readonly string[] | null = null): Promise<string> {
  const stored = wanted ? enabled.filter(({ name }) => wanted.includes(name)) : enabled;
  const shipped = stored.some(({ content }) => content === null) ? await shippedSkills() : [];
  const bodies = stored.flatMap(({ name, content }) => {
    const text = content ?? shipped.find((skill) => skill.name === name)?.content;
    const skill = text === undefined ? null : parseSkill(text);
    return skill && !isBroken(skill) ? [`## ${skill.name}\n${skill.description}\n\n${skill.body}`] : [];
  });
  return bodies.join("\n\n");
}
