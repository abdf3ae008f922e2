import type { TenantContext } from "#lib/context.ts";
import { loadServerTools } from "#lib/mcp-servers/select-server-tools.ts";
import type { ServerTool } from "#lib/mcp-servers/server-tool.ts";
import type { PolicyWorld } from "#lib/policies/lint-policy.ts";
import { argumentAt } from "./argument-at.ts";
import { toolsOf } from "./organization-tools.ts";

/** The tool's name, for places where nothing that a model wrote may stand; null when the organization has no such tool. */
export function knownName(name: string, serverTools: readonly ServerTool[]): string | null {
  return toolsOf({ serverTools }).getTool(name)?.name ?? null;
}

/** What rules of the organization can be about. */
export async function readKnownTools(ctx: TenantContext): Promise<Pick<PolicyWorld, "hasTool" | "hasArgument">> {
  const tools = toolsOf({ serverTools: await ctx.db.sql((sql) => loadServerTools(sql, ctx)) });
  return {
    hasTool: (name) => tools.getTool(name) !== undefined,
    hasArgument: (name, pointer) => {
      const tool = tools.getTool(name);
      return tool !== undefined && argumentAt(tool.inputSchema, pointer) !== null;
    },
  };
}

/** The same where no run has read the organization's tools: reads them once. */
export async function readKnownNames(ctx: TenantContext): Promise<(name: string) => string | null> {
  const serverTools = await ctx.db.sql((sql) => loadServerTools(sql, ctx));
  return (name) => knownName(name, serverTools);
}
