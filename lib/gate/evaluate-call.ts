import { grantRule } from "#lib/grants/grant.ts";
import { log } from "#lib/log.ts";
import { evaluateParts } from "#lib/policies/evaluate-policy.ts";
import { isBroken } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import { readArguments } from "#lib/tool-calls/read-arguments.ts";
import { ToolRefusal } from "#lib/tools/outcome.ts";
import { narrowedBy } from "./agent-layer.ts";
import type { Authority } from "./authority.ts";
import { bindFiles } from "./bind-files.ts";
import { evaluateDry } from "./evaluate-dry.ts";
import { type Evaluation, type Permitted, type Refused, refuse, refuseBy } from "./evaluation.ts";
import { toolsOf } from "./organization-tools.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import { standingApproval } from "./standing-approval.ts";
import { advertisedTools, denialOf } from "./usable-tools.ts";
import { workspaceOf } from "./workspace.ts";

/** A call as it was asked for: by a model, a client, or a page. */
export interface RequestedCall {
  name: string;
  rawArguments: string;
  /** Set when the model's answer was cut: such a call is refused, never completed by guessing. */
  cutReason?: string;
}

/**
 * Find, parse, validate, authorize: everything about a call that can be known without acting. Made when a call is proposed, and made again
 * when it is about to execute. A tool that breaks while it judges denies: nothing runs that could not be judged.
 */
export async function evaluateCall(authority: Authority, call: RequestedCall): Promise<Evaluation> {
  const { policy, isDryRun } = authority;
  const definition = toolsOf(authority).getTool(call.name);
  if (!definition) return refuse(call.name, readable(call), "invalid_call", "tool_not_found", unknownTool(authority, call.name));
  const tool = definition.name;
  if (isBroken(policy)) return notAllowed(tool, readable(call), { ruleId: "floor/broken-policy", reason: policy.brokenReason });
  const denial = denialOf(authority, policy, definition);
  if (denial) return notAllowed(tool, readable(call), denial);
  if (definition.heldBack) return notAllowed(tool, readable(call), { ruleId: "floor/changed-definition", reason: definition.heldBack });
  if (call.cutReason) return refuse(tool, readable(call), "invalid_call", "invalid_arguments", call.cutReason);
  const read = readArguments(call.rawArguments);
  if (!read.ok) return refuse(tool, call.rawArguments, "invalid_call", "invalid_arguments", read.reason);
  const { input } = read;
  const issues = definition.validate(input);
  if (issues) {
    const words = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join("; ");
    return refuse(tool, input, "invalid_call", "invalid_arguments", `The arguments do not fit. ${words}`);
  }
  try {
    const evaluation = await judge(policy, authority, { definition, input });
    return isDryRun ? evaluateDry(evaluation) : await answered(authority, evaluation);
  } catch (error) {
    log.error("call-not-judged", { tool, error });
    const reason = `${tool} could not judge this call, so it is denied. The server's log has the details.`;
    return notAllowed(tool, input, { ruleId: "floor/not-judged", reason });
  }
}

/**
 * Why a call that was permitted may not go on to other arguments: they are refused, or it would have to be asked for, and was not by that rule. Of
 * standing approvals the one counts that the call used up.
 */
export async function objectionTo(authority: Authority, permitted: Permitted, input: unknown): Promise<string | null> {
  const used = permitted.standing?.grant.id;
  const grants = authority.grants.filter(({ id }) => id === used);
  const evaluation = await evaluateCall({ ...authority, grants }, { name: permitted.tool, rawArguments: JSON.stringify(input) });
  if (evaluation.verdict === "allow") return null;
  const isAsked = evaluation.verdict === "ask" && permitted.verdict === "ask" && evaluation.ruleId === permitted.ruleId;
  return isAsked ? null : evaluation.reason;
}

/** What the rules and the agent's settings say of a call that can be read, and what its tool says: its effect, and whether these arguments may be. */
async function judge(
  policy: Policy,
  { role, entryPoint, afterReading, agent }: Authority,
  { definition, input }: { definition: RegisteredTool; input: Record<string, unknown> },
): Promise<Evaluation> {
  const tool = definition.name;
  const effect = definition.effectOf?.(input) ?? definition.effect;
  const parts = (await definition.partsOf?.(input)) ?? [];
  const facts = { role, entryPoint, afterReading, tool, effect, input };
  const verdict = narrowedBy(agent, evaluateParts(policy, facts, parts), { tool, effect });
  const { ruleId, reason } = verdict;
  if (verdict.verdict === "deny") return { ...notAllowed(tool, input, verdict), effect };
  const objection = await objectionOf(definition, input);
  if (objection) return { ...refuseBy(objection, tool, input), effect };
  const requirement = verdict.verdict === "ask" ? verdict.requirement : null;
  return { verdict: verdict.verdict, tool, input, effect, definition, ruleId, reason, requirement, parts, standing: null };
}

/** What a rule asks about may have been agreed to beforehand. */
async function answered(authority: Authority, evaluation: Evaluation): Promise<Evaluation> {
  if (evaluation.verdict !== "ask" || !evaluation.requirement) return evaluation;
  const { tool, input, parts, definition, requirement, ruleId, reason } = evaluation;
  const files = () => bindFiles(() => workspaceOf(authority.tenantId), definition, input);
  const grant = await standingApproval(authority, { tool, toolVersion: definition.version, input, parts }, requirement, files);
  if (!grant) return evaluation;
  const words = `${grant.createdByName} approved calls like this beforehand.`;
  return { ...evaluation, verdict: "allow", ruleId: grantRule(grant.id), reason: words, standing: { grant, ruleId, reason } };
}

async function objectionOf(definition: RegisteredTool, input: unknown): Promise<ToolRefusal | null> {
  try {
    await definition.check?.(input);
    return null;
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    throw error;
  }
}

function notAllowed(tool: string, input: unknown, { ruleId, reason }: { ruleId: string; reason: string }): Refused {
  return { ...refuse(tool, input, "gate_denied", "tool_not_allowed", reason), ruleId };
}

/** For the record of a call that is refused unread: the decoded arguments, or the raw text. */
function readable(call: RequestedCall): unknown {
  const read = readArguments(call.rawArguments);
  return read.ok ? read.input : call.rawArguments;
}

function unknownTool(authority: Authority, name: string): string {
  const names = advertisedTools(authority).map((tool) => tool.name);
  return `There is no tool named ${JSON.stringify(name.slice(0, 100))}. Available: ${names.length > 0 ? names.join(", ") : "none"}.`;
}
