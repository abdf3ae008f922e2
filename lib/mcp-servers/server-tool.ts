import type { McpServerId } from "#lib/ids.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** A tool of a server as somebody approved it: what a run knows of it, and the gate. Plain JSON; no secret of the server is in it. */
export interface ServerTool {
  serverId: McpServerId;
  /** The server's name in this organization. */
  server: string;
  /** As the server names it. */
  name: string;
  qualifiedName: string;
  version: number;
  effect: Effect;
  /** What was approved, whatever the server says now. */
  definition: ToolDefinition;
  /** The server says something else now: it is held back until somebody has looked. */
  isHeldBack: boolean;
}
