import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getApprovalMetrics } from "#lib/metrics/get-approval-metrics.ts";
import { bucketQuery, callFilterQuery, rangeQuery } from "#lib/metrics/metrics-query.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const query = z.strictObject({ ...rangeQuery, ...callFilterQuery, ...bucketQuery });

/** The funnel of requests, and how long people took. As CSV: the series when one is asked for, else the one row of totals. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getApprovalMetrics(ctx, input);
  if (format === "json") return metrics;
  const { totals, medianDecisionMs, p95DecisionMs, series } = metrics;
  const columns = [...Object.keys(totals), "medianDecisionMs"];
  const isSeries = input.bucket && input.bucket !== "none";
  return isSeries
    ? rowsCsv("approval-metrics.csv", series, ["bucket", ...columns])
    : rowsCsv("approval-metrics.csv", [{ ...totals, medianDecisionMs, p95DecisionMs }], [...columns, "p95DecisionMs"]);
});
