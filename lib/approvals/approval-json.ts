import type { CallPreview } from "./call-preview.ts";
import type { ApprovalDetail } from "./get-approval-detail.ts";

/** Dates as they are in JSON. */
type Wire<T> = { [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key] };

/** A request as `GET /api/approvals/:id` answers it, and as its card takes it. */
export type ApprovalJson = Wire<ApprovalDetail> & { preview: CallPreview };

export function approvalJson(detail: ApprovalDetail, preview: CallPreview): ApprovalJson {
  return {
    ...detail,
    createdAt: detail.createdAt.toISOString(),
    decidedAt: detail.decidedAt?.toISOString() ?? null,
    expiresAt: detail.expiresAt?.toISOString() ?? null,
    preview,
  };
}
