"use client";

import { useEffect, useState } from "react";
import { type ApiProblem, callApi } from "#components/api/call-api.ts";
import { ApprovalCard } from "#components/approval-card/approval-card.tsx";
import { useTabEvents } from "#components/live/use-tab-events.ts";
import { Callout } from "#components/ui/callout.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** The card of a request by its id, where the talk is: read from the server, and again whenever the server says that it changed. */
export function LiveApproval({ approvalId, level = 3 }: { approvalId: string; level?: 2 | 3 }) {
  const [approval, setApproval] = useState<ApprovalJson | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [revision, setRevision] = useState(0);

  useTabEvents((event) => {
    const isOurs = event.type === "approval-changed" && event.approvalId === approvalId;
    if (isOurs || event.type === "run-end" || (event.type === "ready" && event.isAgain)) setRevision((known) => known + 1);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the server says that it changed
  useEffect(() => {
    let isOver = false;
    void callApi<ApprovalJson>("GET", `/api/approvals/${approvalId}`).then((answer) => {
      if (isOver) return;
      if (answer.isOk) setApproval(answer.value);
      setProblem(answer.isOk ? null : answer.problem);
    });
    return () => {
      isOver = true;
    };
  }, [approvalId, revision]);

  if (approval) return <ApprovalCard key={approvalId} approval={approval} isInline level={level} />;
  if (problem)
    return (
      <Callout tone="warning" title="The request could not be read">
        {problem.detail}
      </Callout>
    );
  return <SkeletonLines lines={4} />;
}
