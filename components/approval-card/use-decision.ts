"use client";

import { useState } from "react";
import { type ApiProblem, callApi } from "#components/api/call-api.ts";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import type { Pin } from "#lib/grants/grant.ts";

/** A standing approval made with the decision. */
export interface GrantBody {
  scope: "exact" | "pattern";
  pins?: Pin[];
  /** Null: without an end. */
  until: string | null;
  uses?: number;
  chatOnly?: boolean;
}

export interface DecisionBody {
  decision: "approve" | "deny";
  reason?: string;
  input?: Record<string, unknown>;
  grant?: GrantBody;
}

/**
 * Sends one person's decision on exactly what the card shows (its digest), once at a time. Whatever the server answers, the request is read
 * again: somebody else may have been first, and then their decision is what there is to see.
 */
export function useDecision(approval: ApprovalJson, onRead: (approval: ApprovalJson) => void) {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function decide(body: DecisionBody): Promise<boolean> {
    if (isSending) return false;
    setIsSending(true);
    setProblem(null);
    const path = `/api/approvals/${approval.id}`;
    const answer = await callApi("POST", `${path}/decision`, { ...body, inputDigest: approval.inputDigest });
    const isInputRefused = !answer.isOk && ["invalid_request", "tool_not_allowed"].includes(answer.problem.code);
    if (!isInputRefused) {
      const read = await callApi<ApprovalJson>("GET", path);
      if (read.isOk) onRead(read.value);
    }
    if (!answer.isOk) setProblem(answer.problem);
    setIsSending(false);
    return answer.isOk;
  }

  return { decide, isSending, problem, forget: () => setProblem(null) };
}
