import type { Grant } from "#lib/grants/grant.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import type { CallPart, Effect } from "#lib/tools/define-tool.ts";
import type { RefusalKind, ToolRefusal } from "#lib/tools/outcome.ts";
import type { RegisteredTool } from "./registered-tool.ts";

interface Decided {
  /** The canonical name; what was asked for when there is no such tool. */
  tool: string;
  input: unknown;
  ruleId: string;
  reason: string;
}

export interface Refused extends Decided {
  verdict: "refuse";
  kind: RefusalKind;
  code: string;
  effect: Effect | null;
}

export interface Permitted extends Decided {
  verdict: "allow" | "ask";
  definition: RegisteredTool;
  effect: Effect;
  /** Only for `ask`, and for what a standing approval answered. */
  requirement: Requirement | null;
  /** What the call consists of, when it does several things. */
  parts: readonly CallPart[];
  /** The standing approval that answered the rule that asks, and that rule. */
  standing: { grant: Grant; ruleId: string; reason: string } | null;
}

export type Evaluation = Refused | Permitted;

/** The refusal that a tool's own check threw. */
export function refuseBy(refusal: ToolRefusal, tool: string, input: unknown): Refused {
  const kind = refusal.code === "invalid_arguments" || refusal.code === "tool_not_found" ? "invalid_call" : "gate_denied";
  return { ...refuse(tool, input, kind, refusal.code, refusal.message), ruleId: `floor/${refusal.code.replaceAll("_", "-")}` };
}

/** A refusal by the floor: what holds whatever the rules say. */
export function refuse(tool: string, input: unknown, kind: RefusalKind, code: string, reason: string): Refused {
  return { verdict: "refuse", kind, code, tool, input, effect: null, ruleId: `floor/${code.replaceAll("_", "-")}`, reason };
}
