import { z } from "zod";
import { download } from "#lib/http/download.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { callFilterQuery } from "#lib/tool-calls/call-filter.ts";
import { listToolCalls } from "#lib/tool-calls/list-tool-calls.ts";
import { toolCallsCsv } from "#lib/tool-calls/tool-calls-csv.ts";

const query = listQuery({ ...callFilterQuery, format: z.enum(["json", "csv"]).default("json") });

/** The record of every call. As CSV everything that the filters leave comes, not a page of it. */
export const GET = tenantRoute({ query }, ({ ctx, query: { format, ...request } }) => {
  if (format === "json") return listToolCalls(ctx, request);
  const { limit: _, cursor: __, ...filter } = request;
  return download("tool-calls.csv", "text/csv; charset=utf-8", toolCallsCsv(ctx, filter));
});
