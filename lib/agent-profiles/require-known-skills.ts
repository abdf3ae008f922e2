import type { TenantContext } from "#lib/context.ts";
import { invalidRequest } from "#lib/errors.ts";
import { listSkills } from "#lib/skills/list-skills.ts";

/** Somebody who names a skill means one that there is. One that is removed later is simply not there. @throws AppError 400 */
export async function requireKnownSkills(ctx: TenantContext, skills: readonly string[] | null | undefined): Promise<void> {
  if (!skills || skills.length === 0) return;
  const known = new Set((await listSkills(ctx)).items.map(({ name }) => name));
  const unknown = skills.find((name) => !known.has(name));
  if (unknown !== undefined) throw invalidRequest([{ path: "skills", message: `There is no skill named ${unknown}.` }]);
}
