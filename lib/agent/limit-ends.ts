import { isOfDay, limitWords, unpricedWords } from "#lib/limits/limit-words.ts";
import { type ReachedLimit, STOP_REASON_OF } from "#lib/limits/reached-limit.ts";
import type { RunEnd } from "#lib/runs/finish-run.ts";
import type { QuotaRefusal } from "./judge-calls.ts";
import { STUCK_ROUNDS } from "./repeats.ts";

const GO_ON = 'Say "continue" and I will go on from here.';

/** A run that a limit ends: the assistant's message says which, what was used, and who can change it. */
export function limitEnd(reached: ReachedLimit): RunEnd {
  // A question that is too long for a whole run is no shorter in the next one.
  const mayGoOn = !isOfDay(reached) && !((reached.limit === "tokensPerRun" || reached.limit === "usdPerRun") && reached.used === 0);
  return ended(STOP_REASON_OF[reached.limit], `I stopped here. ${limitWords(reached)}`, mayGoOn);
}

/** A run whose model has no price where money is limited. */
export function unpricedEnd(model: string): RunEnd {
  return ended("token_budget", `I stopped here. ${unpricedWords(model)}`, false);
}

/** A run whose last calls were refused for want of quota. After a change of driver only the refusal is left to tell which. */
export function quotaEnd({ ruleId, reason }: QuotaRefusal, maxIterations: number): RunEnd {
  switch (ruleId) {
    case "floor/round-limit":
      return ended("max_iterations", `I stopped after ${maxIterations} rounds of tool calls, which is the limit for one message.`, true);
    case "floor/token-limit":
    case "floor/cost-limit":
      return ended("token_budget", `I stopped here. ${reason}`, true);
    case "floor/day-token-limit":
    case "floor/day-cost-limit":
      return ended("token_budget", `I stopped here. ${reason}`, false);
    case "floor/day-call-limit":
      return ended("max_tool_calls", `I stopped here. ${reason}`, false);
    default:
      return ended("max_tool_calls", `I stopped here. ${reason}`, true);
  }
}

/** A run that goes round in circles. */
export function stuckEnd(tool: string): RunEnd {
  const words = `I stopped because I was going round in circles: ${STUCK_ROUNDS} times in a row I asked for the same call of ${tool}, and each time it came to nothing in the same way. Tell me what to do differently.`;
  return ended("no_progress", words, false);
}

function ended(stopReason: RunEnd["stopReason"], words: string, mayGoOn: boolean): RunEnd {
  return { status: "failed", stopReason, error: null, words: mayGoOn ? `${words} ${GO_ON}` : words };
}
