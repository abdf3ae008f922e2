import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getToolMetrics } from "#lib/metrics/get-tool-metrics.ts";
import { hasNames } from "#lib/metrics/key-names.ts";
import { bucketQuery, callFilterQuery, groupByQuery, rangeQuery } from "#lib/metrics/metrics-query.ts";
import { FIGURE_COLUMNS } from "#lib/metrics/metrics-row.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const query = z.strictObject({ ...rangeQuery, ...callFilterQuery, ...bucketQuery, ...groupByQuery });

/** Counts and durations of settled calls, in rows or as a series. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getToolMetrics(ctx, input);
  if (format === "json") return metrics;
  const { items, bucket, groupBy } = metrics;
  const about = ["key", ...(hasNames(groupBy) ? ["name"] : []), ...(bucket === "none" ? [] : ["bucket"])];
  return rowsCsv("tool-metrics.csv", items, [...about, ...FIGURE_COLUMNS]);
});
