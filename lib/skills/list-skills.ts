import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { isBroken, parseSkill } from "./parse-skill.ts";
import { shippedSkills } from "./shipped-skills.ts";

/** A skill as the API and the page show it. */
export interface SkillView {
  name: string;
  description: string;
  category: string | null;
  tags: string[];
  examples: string[];
  enabled: boolean;
  source: "product" | "organization";
  /** The instructions; empty when they cannot be read. */
  body: string;
  /** Why it cannot be used. */
  problem: string | null;
  updatedAt: Date | null;
}

export interface SkillRow {
  name: string;
  content: string | null;
  isEnabled: boolean;
  updatedAt: Date;
}

/** All skills by name: the organization's, and those that come with the product. One that cannot be read is among them, with the reason. */
export async function listSkills(ctx: TenantContext): Promise<{ items: SkillView[]; total: number }> {
  const [shipped, rows] = await Promise.all([shippedSkills(), ctx.db.sql((sql) => readRows(sql, ctx))]);
  const known = new Map(rows.map((row) => [row.name, row]));
  const own = rows.filter(({ content }) => content !== null);
  const items = [
    ...own.map((row) => viewOf(row.name, row.content ?? "", row)),
    ...shipped
      .filter(({ name }) => !own.some((row) => row.name === name))
      .map(({ name, content }) => viewOf(name, content, known.get(name))),
  ].sort((left, right) => (left.name < right.name ? -1 : 1));
  return { items, total: items.length };
}

function readRows(sql: TenantSql, { tenantId }: TenantContext): Promise<SkillRow[]> {
  return sql<SkillRow[]>`
    select name, content, is_enabled as "isEnabled", updated_at as "updatedAt" from skills where tenant_id = ${tenantId}`.execute();
}

function viewOf(name: string, content: string, row: SkillRow | undefined): SkillView {
  const source = row && row.content !== null ? "organization" : "product";
  const state = { enabled: row?.isEnabled ?? false, source, updatedAt: row?.updatedAt ?? null } as const;
  const skill = parseSkill(content);
  if (isBroken(skill)) return { name, description: "", category: null, tags: [], examples: [], body: "", problem: skill.problem, ...state };
  const problem = skill.name === name ? null : `Its folder is named ${name}, and its head says ${skill.name}.`;
  const { description, category = null, tags, examples, body } = skill;
  return { name, description, category, tags, examples, body, problem, ...state };
}
