import { z } from "zod";
import { APPROVAL_STATUSES } from "#lib/approvals/approval-view.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId } from "#lib/ids.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const query = listQuery({
  status: z.enum(APPROVAL_STATUSES).optional(),
  chatId: z.string().transform(parseChatId).optional(),
  tool: z.string().max(200).optional(),
  from: instant.optional(),
  to: instant.optional(),
});

export const GET = tenantRoute({ query }, ({ ctx, query }) => listApprovals(ctx, query));
