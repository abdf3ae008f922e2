import type { TenantSql } from "#db/tenant.ts";
import { ENTRY_POINTS } from "#lib/context.ts";
import { type AgentId, parseAgentId } from "#lib/ids.ts";

/**
 * Merged statistics are kept for each combination of tool, entry point, person and agent that a question can ask for: a question over a month then reads
 * tens of rows instead of one for each tool of each person. What a row does not tell apart stands in it as:
 */
const ANY_ENTRY_POINT = "*";
/** Neither tool nor entry point. The tool itself could not say so: a model may call anything by any name. */
const ANY_TOOL = "**";
/** All agents together, the default one among them. An id that nobody has. */
export const ANY_AGENT = parseAgentId("00000000-0000-0000-0000-000000000000");

/** The columns by which a row of statistics is known, in a delta row the call's own. */
export interface StatisticsKey<User = string> {
  tool: string;
  entryPoint: string;
  userId: User | null;
  agentId: AgentId;
}

export interface CubeNeeds {
  tool?: boolean;
  entryPoint?: boolean;
  user?: boolean;
  agent?: boolean;
}

/** What selects the smallest set of rows in which each call is counted once and that still tells apart what is needed. */
export interface Cube {
  /** `entry_point` of its rows; null for rows that have the real one, which is one of `ENTRY_POINTS`. */
  marker: string | null;
  hasUser: boolean;
  hasAgent: boolean;
}

export function cubeFor({ tool = false, entryPoint = false, user = false, agent = false }: CubeNeeds): Cube {
  const people = { hasUser: user, hasAgent: agent };
  if (entryPoint) return { marker: null, ...people };
  return { marker: tool ? ANY_ENTRY_POINT : ANY_TOOL, ...people };
}

/** SQL: a condition on merged rows of `call_statistics`, beginning with `and`. */
export function inCube(sql: TenantSql, { marker, hasUser, hasAgent }: Cube) {
  return sql`
    and ${marker === null ? sql`entry_point in ${sql(ENTRY_POINTS)}` : sql`entry_point = ${marker}`}
    and ${hasUser ? sql`user_id is not null` : sql`user_id is null`} and agent_id ${hasAgent ? sql`<>` : sql`=`} ${ANY_AGENT}::uuid`;
}

/** The rows that count a call: one in every cube. */
export function keysOf({ tool, entryPoint, userId, agentId }: StatisticsKey): StatisticsKey[] {
  const people = userId === null ? [null] : [null, userId];
  return [...new Set([ANY_AGENT, agentId])].flatMap((agent) =>
    people.flatMap((user) => [
      { tool: "", entryPoint: ANY_TOOL, userId: user, agentId: agent },
      { tool, entryPoint: ANY_ENTRY_POINT, userId: user, agentId: agent },
      { tool, entryPoint, userId: user, agentId: agent },
    ]),
  );
}
