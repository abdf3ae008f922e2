import type { PageActor } from "#lib/auth/page-actor.ts";
import { listTools } from "#lib/gate/index.ts";
import { listSkills } from "#lib/skills/list-skills.ts";

/** What the form of an agent offers to tick. */
export async function formChoices(actor: PageActor): Promise<{ tools: string[]; skills: string[] }> {
  const [tools, skills] = await Promise.all([listTools(actor), listSkills(actor)]);
  return { tools: tools.items.map(({ name }) => name), skills: skills.items.map(({ name }) => name) };
}
