"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useTabEvents } from "#components/live/use-tab-events.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { CallFacts } from "#lib/agent/call-chunks.ts";

/** What a waiting call's row needs of its request (`GET /api/approvals/:id`). */
interface WaitingRequest {
  requirement: { approvals: number; roles: string[]; excludeRequester: boolean };
  /** Empty when the viewer may not decide it. */
  decisions: string[];
}

/**
 * Under a call that waits: why it asks, for whom it waits, and the way to decide it. Whether the viewer may is the server's word.
 */
export function PendingApproval({ approvalId, facts }: { approvalId: string; facts: CallFacts }) {
  const request = useRequest(approvalId);
  const mayDecide = (request?.decisions.length ?? 0) > 0;
  return (
    <div data-approval={approvalId} className="mx-2 mb-2 ms-7.5 grid gap-1.5 border-s-3 border-waiting bg-waiting-soft px-3 py-2 text-sm">
      {facts.summary ? (
        <p className="font-medium">
          <VisibleText text={facts.summary} />
        </p>
      ) : null}
      {facts.reason ? (
        <p>
          <VisibleText text={facts.reason} mode="prose" />
        </p>
      ) : null}
      <p className="text-muted">
        {waitingWords(request, mayDecide)}{" "}
        <Link href={`/approvals?id=${approvalId}`} className="font-medium text-accent underline underline-offset-3">
          {mayDecide ? "Review and decide" : "Open the request"}
        </Link>
      </p>
    </div>
  );
}

function waitingWords(request: WaitingRequest | null, mayDecide: boolean): string {
  if (!request) return "Waits for an approver. Nothing runs until then.";
  const { approvals, roles, excludeRequester } = request.requirement;
  const who = roles.length > 1 ? `${roles.slice(0, -1).join(", ")} or ${roles.at(-1)}` : (roles[0] ?? "approver");
  const count = approvals > 1 ? `${approvals} people with the role ` : "the role ";
  const others = excludeRequester ? ", not the one who asked" : "";
  return `${mayDecide ? "Waits for you or another" : "Waits for"} ${mayDecide ? "with " : ""}${count}${who}${others}. Nothing runs until then.`;
}

function useRequest(approvalId: string): WaitingRequest | null {
  const [request, setRequest] = useState<WaitingRequest | null>(null);
  const [revision, setRevision] = useState(0);
  useTabEvents((event) => {
    if (event.type === "approval-changed" && event.approvalId === approvalId) setRevision((known) => known + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the server says that it changed
  useEffect(() => {
    let isOver = false;
    void callApi<WaitingRequest>("GET", `/api/approvals/${approvalId}`).then((answer) => {
      // Without an answer the row still says that it waits; the request's own page says more.
      if (answer.isOk && !isOver) setRequest(answer.value);
    });
    return () => {
      isOver = true;
    };
  }, [approvalId, revision]);
  return request;
}
