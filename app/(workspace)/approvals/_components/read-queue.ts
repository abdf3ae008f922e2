import { type ApprovalJson, approvalJson } from "#lib/approvals/approval-json.ts";
import { countTabs } from "#lib/approvals/count-tabs.ts";
import { getApprovalDetail } from "#lib/approvals/get-approval-detail.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, unlessMissing } from "#lib/errors.ts";
import { listTools, previewCall } from "#lib/gate/index.ts";
import { parseApprovalId } from "#lib/ids.ts";
import { filterOf, type QueueAddress } from "./queue-address.ts";

const ROWS = 50;

/** Everything that the page shows, read at once. */
export async function readQueue(ctx: TenantContext, address: QueueAddress) {
  const [rows, counts, tools, open] = await Promise.all([
    readRows(ctx, address),
    countTabs(ctx, filterOf(address)),
    listTools(ctx),
    address.id ? readOpen(ctx, address.id) : null,
  ]);
  const page = address.status ? rows : { ...rows, total: counts[address.tab] };
  return { page, counts, tools: tools.items.map((tool) => tool.name), open };
}

/** The total is that of the view, which is counted anyway, unless outcomes are filtered too. An address with a cursor of yesterday begins again. */
async function readRows(ctx: TenantContext, address: QueueAddress) {
  const filter = { ...filterOf(address), limit: ROWS };
  const known = address.status ? {} : { total: 0 };
  try {
    return await listApprovals(ctx, { ...filter, cursor: address.cursor }, known);
  } catch (error) {
    if (address.cursor && error instanceof AppError && error.code === "invalid_request") return listApprovals(ctx, filter, known);
    throw error;
  }
}

/** Null for a request that does not exist, or not for this reader. */
async function readOpen(ctx: TenantContext, id: string): Promise<ApprovalJson | null> {
  return unlessMissing(async () => {
    const detail = await getApprovalDetail(ctx, { approvalId: parseApprovalId(id) });
    return approvalJson(detail, await previewCall(ctx, detail));
  });
}
