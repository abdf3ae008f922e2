import type { TenantContext } from "#lib/context.ts";
import { agentNames } from "./agent-names.ts";
import { cubeFor, inCube } from "./cubes.ts";
import { personNames } from "./person-names.ts";

/** What figures can be filtered by: tools that were called, the most frequent first, everybody who is or was a member, and agents. */
export interface FilterChoices {
  tools: string[];
  people: { id: string; name: string }[];
  /** The default one first; none where there is no other. */
  agents: { id: string; name: string }[];
}

const MAX_TOOLS = 200;

export async function listFilterChoices(ctx: TenantContext): Promise<FilterChoices> {
  const [tools, names, agents] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<{ tool: string }[]>`
        select tool from call_statistics
         where tenant_id = ${ctx.tenantId} and tool <> '' and (level = 'delta' or level = 'day' ${inCube(sql, cubeFor({ tool: true }))})
         group by tool order by sum(succeeded + failed + refused + denied + expired + cancelled + "unknown") desc, tool limit ${MAX_TOOLS}`,
      personNames(sql, ctx.tenantId),
      agentNames(sql, ctx.tenantId),
    ]),
  );
  const people = choicesOf(names).sort((left, right) => left.name.localeCompare(right.name, "en"));
  return { tools: tools.map(({ tool }) => tool), people, agents: agents.size > 1 ? choicesOf(agents) : [] };
}

function choicesOf(names: Map<string, string>): { id: string; name: string }[] {
  return [...names].map(([id, name]) => ({ id, name }));
}
