import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getToolMetrics } from "#lib/metrics/get-tool-metrics.ts";
import { bucketQuery, callFilterQuery, groupByQuery, rangeQuery } from "#lib/metrics/metrics-query.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const query = z.strictObject({ ...rangeQuery, ...callFilterQuery, ...bucketQuery, ...groupByQuery });

/** Counts and durations of settled calls, in rows or as a series. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getToolMetrics(ctx, input);
  return format === "csv" ? rowsCsv("tool-metrics.csv", metrics.items, ["key", "calls"]) : metrics;
});
