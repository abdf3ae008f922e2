import { exampleValue } from "./example-value.ts";
import type { OfferedTool } from "./formats/format.ts";
import type { PlayedCall } from "./played-call.ts";
import type { Script, ScriptedCall, ScriptedStep } from "./script.ts";

/** The step that a request gets, with every call resolved. `text` null: nothing was scripted, the plain answer is given. */
export interface PlayedStep extends Omit<ScriptedStep, "calls" | "text"> {
  text: string | number | null;
  calls: PlayedCall[];
  /** Which step of the script it is; counts failures that are limited to the first requests. */
  index: number;
}

/**
 * The step to play is read off the request itself (`results`: tool results since the last user message), so that requests of one
 * conversation may come in any order and to any process.
 */
export function stepToPlay(script: Script, results: number, offered: readonly OfferedTool[]): PlayedStep {
  if (script.steps) return scriptedStep(script, script.steps, results, offered);
  const iteration = Math.floor(results / script.par);
  if (iteration >= script.tools || offered.length === 0) return { text: script.text, calls: [], index: iteration };
  const calls = Array.from({ length: script.par }, (_, n) => resolveCall(script, {}, offered, iteration * script.par + n));
  return { text: script.say, calls, index: iteration };
}

function scriptedStep(script: Script, steps: ScriptedStep[], results: number, offered: readonly OfferedTool[]): PlayedStep {
  let seen = 0;
  for (const [index, step] of steps.entries()) {
    const calls = step.calls ?? [];
    if (calls.length === 0 || seen >= results) {
      const resolved = calls.map((call, n) => resolveCall(script, call, offered, index + n));
      return { ...step, text: step.text ?? 0, calls: resolved, index };
    }
    seen += calls.length;
  }
  return { text: null, calls: [], index: steps.length };
}

function resolveCall(script: Script, call: ScriptedCall, offered: readonly OfferedTool[], n: number): PlayedCall {
  const name = call.tool ?? (script.tool || (offered[0]?.name ?? "noop"));
  return { name, id: call.id, args: call.raw ?? givenArguments(call.args) ?? madeArguments(script.args, name, offered, n) };
}

function givenArguments(args: unknown): string | undefined {
  return args === undefined || typeof args === "string" ? args : JSON.stringify(args);
}

function madeArguments(mode: string, name: string, offered: readonly OfferedTool[], n: number): string {
  switch (mode) {
    case "auto":
      return JSON.stringify(exampleValue(offered.find((tool) => tool.name === name)?.schema, n));
    case "bad":
      return '{"text": "unterminated';
    case "array":
      return "[1,2,3]";
    case "number":
      return "42";
    case "empty":
      return "";
    default:
      return mode;
  }
}

/** What the model says when nothing is scripted: fixed words, then the start of what the tools answered, so that a chat shows what it read. */
export function plainAnswer(results: readonly string[]): string {
  const heard = results.join(" | ").slice(0, 200);
  return heard ? `Done. The tools answered: ${heard}` : "Done. Nothing is scripted for this message.";
}
