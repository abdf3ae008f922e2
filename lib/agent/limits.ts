/** Rounds of tool calls that a run may take. */
export const MAX_ITERATIONS = 10;
