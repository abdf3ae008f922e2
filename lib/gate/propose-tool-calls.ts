import { type ApprovalId, newId, type ToolCallId } from "#lib/ids.ts";
import { limitWords } from "#lib/limits/limit-words.ts";
import { callsReached } from "#lib/limits/reached-limit.ts";
import type { ProposedCall } from "#lib/runs/insert-step.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { askAboutTwins } from "./ask-about-twins.ts";
import { askBeyondUses } from "./ask-beyond-uses.ts";
import type { Authority } from "./authority.ts";
import { bindFiles } from "./bind-files.ts";
import { approvalDigest } from "./consent.ts";
import { evaluateCall, type RequestedCall } from "./evaluate-call.ts";
import type { Evaluation } from "./evaluation.ts";
import { type SettledCall, settleRefused } from "./settled-call.ts";
import { summarizeCall } from "./summarize-call.ts";
import { workspaceOf } from "./workspace.ts";

/** A judged call: waiting for its turn, waiting for people, or refused with its words. */
export interface Proposal {
  call: ProposedCall;
  refusal: SettledCall | null;
}

export interface RequestedInStep extends RequestedCall {
  toolCallId: string;
}

/** What a step's calls must fit into, all of them together. */
export interface StepQuota {
  callsPerRun: number;
  /** Calls that the run has asked for in earlier steps. */
  callsBefore: number;
  /** A limit that leaves no room for any call: which, and why in words. */
  isOver?: { ruleId: string; reason: string };
}

/**
 * Judges all calls of one assistant message before the first of them acts. The quota is for the whole batch: when it does not fit, none of
 * it runs and every call is answered; the same goes for a step for which another limit leaves no room (`isOver` says why). Calls that need
 * people are all raised at once; the second of two that are the same and change something is one of them.
 */
export async function proposeToolCalls(authority: Authority, requested: readonly RequestedInStep[], quota: StepQuota): Promise<Proposal[]> {
  const over = quota.isOver ?? overQuota(quota, requested.length);
  const judged = await Promise.all(requested.map((call) => evaluateCall(authority, call)));
  const asked = askBeyondUses(askAboutTwins(judged));
  const evaluations = over ? asked.map((evaluation) => refusedByQuota(evaluation, over)) : asked;
  const files = await Promise.all(evaluations.map((evaluation) => filesOf(authority, evaluation)));
  // Without a wait from here on: ids grow with time, and the queue goes by them.
  return evaluations.map((evaluation, position) =>
    propose(authority, requested[position] as RequestedInStep, { position, evaluation, files: files[position] ?? [] }),
  );
}

/** What people are to be asked about runs these. */
async function filesOf({ tenantId }: Authority, evaluation: Evaluation): Promise<BoundFile[]> {
  if (evaluation.verdict !== "ask") return [];
  return bindFiles(() => workspaceOf(tenantId), evaluation.definition, evaluation.input);
}

function propose(
  authority: Authority,
  requested: RequestedInStep,
  { position, evaluation, files }: { position: number; evaluation: Evaluation; files: readonly BoundFile[] },
): Proposal {
  const { tool, effect, input, ruleId, reason } = evaluation;
  const call: ProposedCall = {
    id: newId<ToolCallId>(),
    toolCallId: requested.toolCallId,
    position,
    tool,
    toolVersion: null,
    effect,
    input,
    ruleId,
    reason,
    policyVersion: authority.policy.version,
    status: "proposed",
    request: null,
  };
  if (evaluation.verdict === "refuse") return { call, refusal: settleRefused(evaluation) };
  const { definition, requirement } = evaluation;
  if (evaluation.verdict === "allow" || !requirement) {
    return { call: { ...call, toolVersion: definition.version }, refusal: null };
  }
  const request = {
    id: newId<ApprovalId>(),
    digest: approvalDigest(authority, evaluation, { policyVersion: authority.policy.version, files }),
    files: files.length > 0 ? files : null,
    summary: summarizeCall(definition, input),
    requirement,
  };
  return { call: { ...call, toolVersion: definition.version, status: "awaiting-approval", request }, refusal: null };
}

function overQuota({ callsPerRun, callsBefore }: StepQuota, asked: number): StepQuota["isOver"] | null {
  const reached = callsReached({ callsPerRun }, callsBefore, asked);
  return reached && { ruleId: "floor/run-limit", reason: limitWords(reached) };
}

function refusedByQuota({ tool, input, effect }: Evaluation, { ruleId, reason }: { ruleId: string; reason: string }): Evaluation {
  return { verdict: "refuse", kind: "quota_exceeded", code: "quota_exceeded", tool, input, effect, ruleId, reason };
}
