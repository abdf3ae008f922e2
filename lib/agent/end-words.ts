import { MAX_CALLS_A_RUN } from "#lib/gate/index.ts";
import type { RunEnd } from "#lib/runs/finish-run.ts";
import { MAX_ITERATIONS } from "./limits.ts";

/** What the assistant's message says by itself when a limit ended the run; null when the model's own words are the end. */
export function endWords(end: RunEnd): string | null {
  switch (end.stopReason) {
    case "max_iterations":
      return `I stopped after ${MAX_ITERATIONS} rounds of tool calls, which is the limit for one message. Say "continue" and I will go on from here.`;
    case "max_tool_calls":
      return `I stopped because a run may make ${MAX_CALLS_A_RUN} tool calls. The last calls were not made. Say "continue" and I will go on from here.`;
    default:
      return null;
  }
}
