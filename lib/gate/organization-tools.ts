import { log } from "#lib/log.ts";
import { compileArguments } from "#lib/mcp-servers/compile-arguments.ts";
import { heldBackWords } from "#lib/mcp-servers/held-back-words.ts";
import { modelSchema } from "#lib/mcp-servers/model-schema.ts";
import type { ServerTool } from "#lib/mcp-servers/server-tool.ts";
import { singleton } from "#lib/singleton.ts";
import { serverTool } from "#lib/tools/server-tool/server-tool.ts";
import { smallLetters } from "#lib/tools/tool-name.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import { getAllTools, getTool, type ToolRegistry } from "./registry.ts";
import { toolManifest } from "./tool-manifest.ts";

type Tools = Pick<ToolRegistry, "getTool" | "getAllTools">;

const BUILT_IN: Tools = { getTool, getAllTools };
const MAX_REGISTERED = 2_000;

/**
 * The tools that there are for an organization: those of the product, and those of MCP servers that it has approved, which no other organization has. Made
 * once for what was read of the database once.
 */
export function toolsOf({ serverTools }: { serverTools: readonly ServerTool[] }): Tools {
  if (serverTools.length === 0) return BUILT_IN;
  const known = singleton("organization-tools", () => new WeakMap<readonly ServerTool[], Tools>());
  const tools = known.get(serverTools) ?? withServerTools(serverTools);
  known.set(serverTools, tools);
  return tools;
}

function withServerTools(serverTools: readonly ServerTool[]): Tools {
  const byName = new Map(serverTools.flatMap((tool) => registered(tool) ?? []).map((tool) => [tool.name, tool]));
  return {
    getTool: (name) => getTool(name) ?? byName.get(name) ?? byName.get(smallLetters(name)),
    getAllTools: () => [...getAllTools(), ...byName.values()],
  };
}

/** Null: a version of the product before this one could use it, and this one cannot. It loses no other. */
function registered(tool: ServerTool): RegisteredTool | null {
  const { serverId, name, version, isHeldBack } = tool;
  const made = singleton("registered-server-tools", () => new Map<string, RegisteredTool>());
  const key = JSON.stringify([serverId, name, version, isHeldBack]);
  const known = made.get(key);
  if (known) return known;
  try {
    const { inputSchema: original } = tool.definition;
    const [ours, inputSchema] = [serverTool(tool), modelSchema(original)];
    const heldBack = isHeldBack ? heldBackWords(tool) : null;
    const fresh = Object.freeze({
      ...ours,
      inputSchema,
      validate: compileArguments(original),
      manifest: toolManifest(ours, inputSchema),
      heldBack,
    });
    if (made.size >= MAX_REGISTERED) made.clear();
    made.set(key, fresh);
    return fresh;
  } catch (error) {
    log.error("server-tool-unusable", { tool: tool.qualifiedName, error });
    return null;
  }
}
