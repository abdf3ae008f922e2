import { z } from "zod";
import { BadScript, FINISHES, type ScriptedStep, SHAPES } from "./script.ts";

const MARK = "#script ";

const call = z.strictObject({
  tool: z.string().optional(),
  args: z.unknown().optional(),
  raw: z.string().optional(),
  id: z.string().nullable().optional(),
});

const step = z.strictObject({
  text: z.union([z.string(), z.number().int().min(0)]).optional(),
  calls: z.array(call).optional(),
  reasoning: z.string().optional(),
  usage: z.union([z.strictObject({ input: z.number(), output: z.number() }), z.literal(false)]).optional(),
  finish: z.enum(FINISHES).optional(),
  content: z.enum(SHAPES).optional(),
  error: z.strictObject({ code: z.string(), message: z.string().optional(), after: z.number().int().min(0).optional() }).optional(),
  fail: z.number().int().optional(),
  times: z.number().int().min(0).optional(),
  retry: z.union([z.number(), z.string()]).optional(),
  cut: z.number().int().min(0).optional(),
  hangup: z.number().int().min(0).optional(),
  ttft: z.number().min(0).optional(),
  rate: z.number().min(0).optional(),
  stall: z.number().min(0).optional(),
});

/**
 * The script that a user's message carries on a line of its own: `#script [...]` or `#script {"steps": [...]}`; null when it carries none.
 * @throws BadScript when the line is not JSON, is not a list of steps, or has a key that no step has.
 */
export function scriptInMessage(text: string): ScriptedStep[] | null {
  const line = text.split(/\r?\n/).find((candidate) => candidate.startsWith(MARK));
  if (line === undefined) return null;
  const value = parseJson(line.slice(MARK.length));
  const steps = isRecord(value) ? value.steps : value;
  if (!Array.isArray(steps)) throw new BadScript('a #script line carries an array of steps, or an object {"steps": [...]}');
  return parseSteps(steps);
}

/** @throws BadScript naming the step and what is wrong with it. */
export function parseSteps(steps: unknown[]): ScriptedStep[] {
  return steps.map((candidate, index) => {
    const parsed = step.safeParse(candidate);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new BadScript(`step ${index} of the script: ${issue?.path.join(".") || "step"}: ${issue?.message}`);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadScript(`the #script line is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
