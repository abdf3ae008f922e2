import Link from "next/link";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { DraftItem } from "#lib/drafts/draft-view.ts";

const look = "text-accent underline underline-offset-3";

/** Who agreed, and where to read the rest: the request that waits, the call that sent it or made it, the chat. */
export function DraftLinks({ draft }: { draft: DraftItem }) {
  const { approvedBy, pendingApprovalId, sendingCallId, createdByCallId, chatId } = draft;
  const callId = sendingCallId ?? createdByCallId;
  return (
    <>
      {approvedBy.length > 0 ? (
        <span>
          approved by <VisibleText text={approvedBy.map(({ name }) => name).join(", ")} mode="prose" />
        </span>
      ) : null}
      {pendingApprovalId ? (
        <Link href={`/approvals?id=${pendingApprovalId}`} prefetch={false} className={look}>
          Open request
        </Link>
      ) : null}
      {callId ? (
        <Link href={`/tool-calls/${callId}`} prefetch={false} className={look}>
          {sendingCallId ? "Call that sent it" : "Call that made it"}
        </Link>
      ) : null}
      {chatId ? (
        <Link href={`/chat/${chatId}`} prefetch={false} className={look}>
          Open chat
        </Link>
      ) : null}
    </>
  );
}
