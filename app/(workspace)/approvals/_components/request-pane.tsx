"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ApprovalCard } from "#components/approval-card/approval-card.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** A call that was approved is looked at again until it has ended: its end is no news of the approval. */
const LOOK_AGAIN_MS = [300, 700, 1_500, 3_000, 6_000, 12_000, 20_000];

/** The open request. `key` it by id: then one card never turns into another. */
export function RequestPane({ approval }: { approval: ApprovalJson }) {
  const router = useRouter();
  const isUnderWay = approval.status === "approved" && (approval.call.status === "approved" || approval.call.status === "executing");

  useEffect(() => {
    if (!isUnderWay) return;
    const timers = LOOK_AGAIN_MS.map((waitMs) => setTimeout(() => router.refresh(), waitMs));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [isUnderWay, router]);

  return <ApprovalCard approval={approval} hasKeys onChange={() => router.refresh()} />;
}
