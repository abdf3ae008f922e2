import type { Effect, Tool, ToolAnnotations } from "#lib/tools/define-tool.ts";
import type { JsonSchema } from "./compile-schema.ts";

/** How long a call may take of a tool that says nothing of it. */
export const DEFAULT_TIMEOUT_MS = 8_000;

/** What anyone outside the gate sees of a tool: the model, the tools page, the API, an MCP client. */
export interface ToolManifest {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  annotations: ToolAnnotations;
  effect: Effect;
  requiresApproval: boolean;
  category: string;
  tags: readonly string[];
  limits: Record<string, string | number>;
}

/** Field by field, so that nothing that a tool gains later is shown by accident. */
export function toolManifest(tool: Tool, inputSchema: JsonSchema): ToolManifest {
  const { name, title, description, annotations, effect, requiresApproval, category, tags, limits, timeoutMs = DEFAULT_TIMEOUT_MS } = tool;
  return { name, title, description, inputSchema, annotations, effect, requiresApproval, category, tags, limits: { timeoutMs, ...limits } };
}
