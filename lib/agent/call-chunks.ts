import type { UIMessageChunk } from "ai";
import type { Proposal, SettledCall } from "#lib/gate/index.ts";
import type { CallRow } from "#lib/runs/run-state.ts";

/** What the SDK's tool parts have no room for: why a call may or may not run, and its times. One part a call, replaced as it changes. */
export interface CallFacts {
  id: string;
  toolCallId: string;
  tool: string;
  status: string;
  kind: string | null;
  ruleId: string | null;
  reason: string | null;
  approvalId: string | null;
  summary?: string;
  errorCode?: string | null;
  durationMs?: number | null;
  startedAt?: string;
  decidedBy?: string | null;
}

/** What readers see of a call that was just judged. */
export function proposalChunks({ call, refusal }: Proposal): UIMessageChunk[] {
  if (refusal) return settledChunks({ id: call.id, toolCallId: call.toolCallId, approval: null }, refusal);
  const { id, toolCallId, tool, ruleId, reason, status, request } = call;
  const facts: CallFacts = {
    id,
    toolCallId,
    tool,
    status,
    kind: null,
    ruleId,
    reason,
    approvalId: request?.id ?? null,
    ...(request && { summary: request.summary }),
  };
  const chunks: UIMessageChunk[] = [factsChunk(facts)];
  if (request) chunks.unshift({ type: "tool-approval-request", approvalId: request.id, toolCallId, reason });
  return chunks;
}

/** People decided: the same words for every tab. */
export function decisionChunks(call: CallRow): UIMessageChunk[] {
  const { approval } = call;
  if (!approval || (approval.status !== "approved" && approval.status !== "denied")) return [];
  return [
    {
      type: "tool-approval-response",
      approvalId: approval.id,
      approved: approval.status === "approved",
      ...(approval.reason && { reason: approval.reason }),
    },
  ];
}

export function executingChunks(call: CallRow): UIMessageChunk[] {
  const { id, toolCallId, tool, ruleId, approval } = call;
  const facts = { id, toolCallId, tool, status: "executing", kind: null, ruleId, reason: null, approvalId: approval?.id ?? null };
  return [factsChunk({ ...facts, startedAt: new Date().toISOString(), decidedBy: approval?.decidedByName ?? null })];
}

export function settledChunks(call: Pick<CallRow, "id" | "toolCallId" | "approval">, settled: SettledCall): UIMessageChunk[] {
  const { toolCallId } = call;
  const { outcome } = settled;
  return [
    outputChunk(toolCallId, settled),
    factsChunk({
      id: call.id,
      toolCallId,
      tool: settled.tool,
      status: settled.status,
      kind: settled.kind,
      ruleId: settled.ruleId,
      reason: settled.reason,
      approvalId: call.approval?.id ?? null,
      errorCode: outcome.errorCode,
      durationMs: outcome.executed ? outcome.durationMs : null,
      decidedBy: call.approval?.decidedByName ?? null,
    }),
  ];
}

function outputChunk(toolCallId: string, settled: SettledCall): UIMessageChunk {
  if (settled.status === "succeeded") return { type: "tool-output-available", toolCallId, output: settled.outcome };
  if (settled.status === "denied") return { type: "tool-output-denied", toolCallId };
  return { type: "tool-output-error", toolCallId, errorText: settled.modelText };
}

function factsChunk(data: CallFacts): UIMessageChunk {
  return { type: "data-tool-call", id: data.toolCallId, data };
}
