"use client";

import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";

/** What the server answered for one request: where it stands now, or why it was not decided. */
export type Answered = { status: ApprovalView["status"] } | { problem: string };

export interface SeveralBody {
  decision: "approve" | "deny";
  reason?: string | undefined;
}

/**
 * Sends the same decision for one request after another, each on exactly what was shown of it (its digest). One that is refused (somebody else was
 * first, it changed, the run was stopped) holds up none of the others.
 */
export function useSeveral(): {
  answers: ReadonlyMap<string, Answered>;
  isSending: boolean;
  decide: (requests: readonly ApprovalJson[], body: SeveralBody) => Promise<Answered[]>;
} {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answered>>(new Map());
  const [isSending, setIsSending] = useState(false);

  async function decide(requests: readonly ApprovalJson[], body: SeveralBody): Promise<Answered[]> {
    if (isSending) return [];
    setIsSending(true);
    const given: Answered[] = [];
    for (const { id, inputDigest } of requests) {
      const answer = await callApi<ApprovalView>("POST", `/api/approvals/${id}/decision`, { ...body, inputDigest });
      const answered = answer.isOk ? { status: answer.value.status } : { problem: answer.problem.detail };
      given.push(answered);
      setAnswers((before) => new Map(before).set(id, answered));
    }
    setIsSending(false);
    return given;
  }

  return { answers, isSending, decide };
}
