"use client";

import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";

// Most readers of a chat never meet a card, so its code comes with the first one.
const LiveApproval = lazyPart(async () => (await import("#components/approval-card/live-approval.tsx")).LiveApproval);

/** Under a call that waits for a person: the request itself, to be decided where the talk is. It stays, with what became of it. */
export function PendingApproval({ approvalId }: { approvalId: string }) {
  return (
    <div
      data-approval={approvalId}
      className="mx-2 mb-2 min-w-0 rounded-md border-s-3 bg-raised px-3.5 py-3 hairline-ring has-data-pending:border-waiting sm:ms-7.5"
    >
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <LiveApproval approvalId={approvalId} level={3} />
      </Suspense>
    </div>
  );
}
