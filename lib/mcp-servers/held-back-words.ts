import type { ServerTool } from "./server-tool.ts";

/** Why a tool that was approved may not be called now, for the model and for people. */
export function heldBackWords({ server, name }: Pick<ServerTool, "server" | "name">): string {
  return `${server} has changed its tool ${name} since it was approved. An owner or admin must review it, under Settings, MCP servers, before it can be called.`;
}
