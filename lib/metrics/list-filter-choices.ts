import type { TenantContext } from "#lib/context.ts";
import { cubeFor } from "./cubes.ts";
import { personNames } from "./person-names.ts";

/** What figures can be filtered by: tools that were called, the most frequent first, and everybody who is or was a member. */
export interface FilterChoices {
  tools: string[];
  people: { id: string; name: string }[];
}

const MAX_TOOLS = 200;

export async function listFilterChoices(ctx: TenantContext): Promise<FilterChoices> {
  const { marker } = cubeFor({ tool: true, entryPoint: false, user: false });
  const [tools, names] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<{ tool: string }[]>`
        select tool from call_statistics
         where tenant_id = ${ctx.tenantId} and tool <> '' and (level = 'delta' or level = 'day' and entry_point = ${marker} and user_id is null)
         group by tool order by sum(succeeded + failed + refused + denied + expired + cancelled + "unknown") desc, tool limit ${MAX_TOOLS}`,
      personNames(sql, ctx.tenantId),
    ]),
  );
  const people = [...names].map(([id, name]) => ({ id, name }));
  return { tools: tools.map(({ tool }) => tool), people: people.sort((left, right) => left.name.localeCompare(right.name, "en")) };
}
