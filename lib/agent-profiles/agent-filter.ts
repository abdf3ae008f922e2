import { z } from "zod";
import { type AgentId, isUuid, parseAgentId } from "#lib/ids.ts";

/** The id of the default agent where records are counted and filtered by agent: one that nobody has. */
export const DEFAULT_AGENT = parseAgentId("ffffffff-ffff-ffff-ffff-ffffffffffff");
/** What stands for it in queries and figures. */
export const DEFAULT_AGENT_KEY = "default";

/** By which agent a list is filtered: its id, or `default`. What can be neither is a bad query, 400. */
export const agentFilter = z
  .string()
  .refine((value) => value === DEFAULT_AGENT_KEY || isUuid(value), "This is no id.")
  .transform((value) => (value === DEFAULT_AGENT_KEY ? DEFAULT_AGENT : parseAgentId(value)))
  .optional();

/** The other way round: as an address has it. */
export function agentKey(agentId: AgentId | undefined): string | undefined {
  return agentId === DEFAULT_AGENT ? DEFAULT_AGENT_KEY : agentId;
}
