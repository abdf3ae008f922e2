import { z } from "zod";
import { APPROVAL_STATUSES } from "#lib/approvals/approval-view.ts";
import { approvalsCsv, approvalsJson, exportApprovals } from "#lib/approvals/export-approvals.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { QUEUE_TABS } from "#lib/approvals/queue-tab.ts";
import { download } from "#lib/http/download.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId } from "#lib/ids.ts";
import { instantText } from "#lib/instant.ts";
import { idFilter } from "#lib/paging/id-filter.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const query = listQuery({
  tab: z.enum(QUEUE_TABS).optional(),
  status: z.enum(APPROVAL_STATUSES).optional(),
  chatId: idFilter(parseChatId),
  tool: z.string().max(200).optional(),
  from: instantText.optional(),
  to: instantText.optional(),
  format: z.enum(["csv", "json"]).optional(),
});

/** The queue and the history. With `format` everything that the filters leave comes as a file, not a page of it. */
export const GET = tenantRoute({ query }, ({ ctx, query: { format, ...filter } }) => {
  if (!format) return listApprovals(ctx, filter);
  const { limit: _, cursor: __, ...whole } = filter;
  const approvals = exportApprovals(ctx, whole);
  return format === "csv"
    ? download("approvals.csv", "text/csv; charset=utf-8", approvalsCsv(approvals))
    : download("approvals.json", "application/json", approvalsJson(approvals));
});
