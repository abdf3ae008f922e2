import { z } from "zod";
import { auditQuery } from "#lib/audit/audit-query.ts";
import { auditCsv, listAudit } from "#lib/audit/list-audit.ts";
import { download } from "#lib/http/download.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const query = listQuery({ ...auditQuery, format: z.enum(["json", "csv"]).default("json") });

/** The log, newest first. As CSV everything that the filters leave comes. */
export const GET = tenantRoute({ roles: ["owner", "admin", "auditor"], query }, ({ ctx, query: { format, ...request } }) => {
  if (format === "json") return listAudit(ctx, request);
  const { limit: _, cursor: __, ...filter } = request;
  return download("audit.csv", "text/csv; charset=utf-8", auditCsv(ctx, filter));
});
