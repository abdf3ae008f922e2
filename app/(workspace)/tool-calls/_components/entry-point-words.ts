import type { EntryPoint } from "#lib/context.ts";

/** Where a call came in, in words. */
export const ENTRY_POINT_WORDS: Record<EntryPoint, string> = {
  chat: "Chat",
  schedule: "Schedule",
  api: "API",
  mcp: "MCP",
  webhook: "Webhook",
};
