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

interface SkillRow {
  name: string;
  content: string | null;
  isEnabled: boolean;
  updatedAt: Date;
}

/** All skills by name: the organization's, and those that come with the product. One that cannot be read is among them, with the reason. */
export async function listSkills(ctx: TenantContext): Promise<{ items: SkillView[]; total: number }> {
  const found = await ctx.db.sql((sql) => readSkills(sql, ctx));
  const items = found.map(({ view }) => view);
  return { items, total: items.length };
}

/** The same inside the caller's transaction, each with the length of its whole text. */
export async function readSkills(sql: TenantSql, { tenantId }: TenantContext): Promise<{ view: SkillView; chars: number }[]> {
  const rows = await sql<SkillRow[]>`
    select name, content, is_enabled as "isEnabled", updated_at as "updatedAt" from skills where tenant_id = ${tenantId}`;
  const shipped = new Map((await shippedSkills()).map(({ name, content }) => [name, content]));
  const known = new Map(rows.map((row) => [row.name, row]));
  const names = new Set([
    ...shipped.keys(),
    ...rows.filter(({ content, isEnabled }) => content !== null || isEnabled).map(({ name }) => name),
  ]);
  return [...names].sort().map((name) => {
    const row = known.get(name);
    const content = row?.content ?? shipped.get(name);
    return { view: content === undefined ? goneView(name, row) : viewOf(name, content, row), chars: content?.length ?? 0 };
  });
}

/** Switched on while the product had it: listed, so that it can be switched off before a later version has one of its name again. */
function goneView(name: string, row: SkillRow | undefined): SkillView {
  return { ...brokenView(name, "It came with the product, and this version of it has none of this name."), ...stateOf(row) };
}

function brokenView(name: string, problem: string) {
  return { name, description: "", category: null, tags: [], examples: [], body: "", problem };
}

function stateOf(row: SkillRow | undefined) {
  const source = row && row.content !== null ? "organization" : "product";
  return { enabled: row?.isEnabled ?? false, source, updatedAt: row?.updatedAt ?? null } as const;
}

function viewOf(name: string, content: string, row: SkillRow | undefined): SkillView {
  const skill = parseSkill(content);
  if (isBroken(skill)) return { ...brokenView(name, skill.problem), ...stateOf(row) };
  const problem = skill.name === name ? null : `Its folder is named ${name}, and its head says ${skill.name}.`;
  const { description, category = null, tags, examples, body } = skill;
  return { name, description, category, tags, examples, body, problem, ...stateOf(row) };
}
