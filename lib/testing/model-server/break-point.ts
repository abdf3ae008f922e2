import type { PlayedStep } from "./play-step.ts";
import type { Script } from "./script.ts";

/** Where an answer breaks: before its token number `tokens`; a number beyond the text means after the calls, before the finish. */
export interface BreakPoint {
  tokens: number;
  how: "none" | "cut" | "hangup" | "error";
}

export function breakPoint(step: PlayedStep, script: Script, tokenCount: number): BreakPoint {
  if (step.error) return { tokens: step.error.after ?? Number.POSITIVE_INFINITY, how: "error" };
  if (step.hangup !== undefined) return { tokens: step.hangup, how: "hangup" };
  if (step.cut !== undefined) return { tokens: step.cut, how: "cut" };
  // The cut in a model's name is for texts: an answer that is shorter stays whole.
  if (script.cut > 0 && script.cut <= tokenCount) return { tokens: script.cut, how: "cut" };
  return { tokens: Number.POSITIVE_INFINITY, how: "none" };
}
