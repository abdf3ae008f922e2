"use client";

import { useRouter } from "next/navigation";
import { ApprovalCard } from "#components/approval-card/approval-card.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** The open request, with the page's keys. `key` it by id: then one card never turns into another. */
export function RequestPane({ approval }: { approval: ApprovalJson }) {
  const router = useRouter();
  return <ApprovalCard approval={approval} hasKeys onChange={() => router.refresh()} />;
}
