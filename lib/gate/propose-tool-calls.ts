import { type ApprovalId, newId, type ToolCallId } from "#lib/ids.ts";
import type { ProposedCall } from "#lib/runs/insert-step.ts";
import { approvalDigest } from "./consent.ts";
import { type Authority, type Evaluation, evaluateCall, type RequestedCall } from "./evaluate-call.ts";
import { type SettledCall, settleRefused } from "./settled-call.ts";

/** A judged call: waiting for its turn, waiting for people, or refused with its words. */
export interface Proposal {
  call: ProposedCall;
  refusal: SettledCall | null;
}

export interface RequestedInStep extends RequestedCall {
  toolCallId: string;
}

/** Calls a run may make before it is stopped. */
export const MAX_CALLS_A_RUN = 100;

/**
 * Judges all calls of one assistant message before the first of them acts. The quota is for the whole batch: when it does not fit, none of
 * it runs and every call is answered; the same goes for a step that is one too many (`isOver` says why). Calls that need people are all raised at once.
 */
export async function proposeToolCalls(
  authority: Authority,
  requested: readonly RequestedInStep[],
  limits: { callsBefore: number; isOver?: string },
): Promise<Proposal[]> {
  const quota = limits.isOver ? `${limits.isOver} These calls were not made.` : overQuota(limits.callsBefore, requested.length);
  const evaluations = await Promise.all(requested.map((call) => evaluateCall(authority, call)));
  return evaluations.map((evaluation, position) => {
    const call = requested[position] as RequestedInStep;
    return propose(authority, call, position, quota ? refusedByQuota(evaluation, quota) : evaluation);
  });
}

function propose(authority: Authority, requested: RequestedInStep, position: number, evaluation: Evaluation): Proposal {
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
    digest: approvalDigest(authority, evaluation, authority.policy.version),
    summary: definition.summarize(input),
    requirement,
  };
  return { call: { ...call, toolVersion: definition.version, status: "awaiting-approval", request }, refusal: null };
}

function overQuota(before: number, asked: number): string | null {
  if (before + asked <= MAX_CALLS_A_RUN) return null;
  return `A run may make ${MAX_CALLS_A_RUN} calls. It has made ${before}, and this step asks for ${asked} more, so none of them ran.`;
}

function refusedByQuota({ tool, input, effect }: Evaluation, reason: string): Evaluation {
  return { verdict: "refuse", kind: "quota_exceeded", code: "quota_exceeded", tool, input, effect, ruleId: "floor/run-limit", reason };
}
