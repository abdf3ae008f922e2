import type { Tool } from "#lib/tools/define-tool.ts";
import { smallLetters } from "#lib/tools/tool-name.ts";
import { BUILT_IN_TOOLS } from "./built-in-tools.ts";
import { compileSchema } from "./compile-schema.ts";
import { refuseUnsoundTool } from "./refuse-unsound-tool.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import { type ToolManifest, toolManifest } from "./tool-manifest.ts";

export interface ToolRegistry {
  /** @throws Error naming the tool, when the name is taken or the tool is unsound ({@link refuseUnsoundTool}). */
  register(tool: Tool): RegisteredTool;
  /** Without regard to the case of the letters A–Z; nothing else is bent, so look-alikes and inherited names find nothing. */
  getTool(name: string): RegisteredTool | undefined;
  /** In the order of registration. */
  getAllTools(): RegisteredTool[];
  /** What a client may know of each tool: no handler, no path of ours. */
  getToolManifest(): ToolManifest[];
}

/** A registry of its own, holding these tools. The product uses the one below. */
export function createToolRegistry(tools: readonly Tool[] = []): ToolRegistry {
  const byName = new Map<string, RegisteredTool>();
  const registry: ToolRegistry = {
    register(tool) {
      const inputSchema = refuseUnsoundTool(tool);
      if (byName.has(tool.name)) throw new Error(`A tool named "${tool.name}" is registered already.`);
      const registered = { ...tool, inputSchema, validate: compileSchema(inputSchema), manifest: toolManifest(tool, inputSchema) };
      byName.set(tool.name, Object.freeze(registered));
      return registered;
    },
    getTool: (name) => byName.get(name) ?? byName.get(smallLetters(name)),
    getAllTools: () => [...byName.values()],
    getToolManifest: () => registry.getAllTools().map((tool) => tool.manifest),
  };
  for (const tool of tools) registry.register(tool);
  return registry;
}

/** The tools of this process. */
export const { register, getTool, getAllTools, getToolManifest } = createToolRegistry(BUILT_IN_TOOLS);
