import type { ApprovalView } from "#lib/approvals/approval-view.ts";

/** A request as the list shows it: nothing that the card would need, so that fifty of them weigh little. */
export interface QueueRow {
  id: string;
  href: string;
  summary: string;
  tool: string;
  status: ApprovalView["status"];
  requestedByName: string;
  chatTitle: string;
  createdAt: string;
  decidedAt: string | null;
  decidedByName: string | null;
  decisionReason: string | null;
}

export function queueRow(approval: ApprovalView, href: string): QueueRow {
  const { id, summary, tool, status, requestedByName, chatTitle, createdAt, decidedAt, decidedByName, decisionReason } = approval;
  return {
    id,
    href,
    summary,
    tool,
    status,
    requestedByName,
    chatTitle,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedByName,
    decisionReason,
  };
}
