/**
 * Merged statistics are kept for each combination of tool, entry point and person that a question can ask for: a question over a month then reads
 * tens of rows instead of one for each tool of each person. What a row does not tell apart stands in it as:
 */
const ANY_ENTRY_POINT = "*";
/** Neither tool nor entry point. The tool itself could not say so: a model may call anything by any name. */
const ANY_TOOL = "**";

/** The columns by which a row of statistics is known, in a delta row the call's own. */
export interface StatisticsKey<User = string> {
  tool: string;
  entryPoint: string;
  userId: User | null;
}

export interface CubeNeeds {
  tool: boolean;
  entryPoint: boolean;
  user: boolean;
}

/** What selects the smallest set of rows in which each call is counted once and that still tells apart what is needed. */
export interface Cube {
  /** `entry_point` of its rows; null for rows that have the real one, which is one of `ENTRY_POINTS`. */
  marker: string | null;
  hasUser: boolean;
}

export function cubeFor({ tool, entryPoint, user }: CubeNeeds): Cube {
  if (entryPoint) return { marker: null, hasUser: user };
  return { marker: tool ? ANY_ENTRY_POINT : ANY_TOOL, hasUser: user };
}

/** The rows that count a call: one in every cube. */
export function keysOf({ tool, entryPoint, userId }: StatisticsKey): StatisticsKey[] {
  const people = userId === null ? [null] : [null, userId];
  return people.flatMap((user) => [
    { tool: "", entryPoint: ANY_TOOL, userId: user },
    { tool, entryPoint: ANY_ENTRY_POINT, userId: user },
    { tool, entryPoint, userId: user },
  ]);
}
