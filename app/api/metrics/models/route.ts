import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getModelMetrics } from "#lib/metrics/get-model-metrics.ts";
import { bucketQuery, callFilterQuery, rangeQuery } from "#lib/metrics/metrics-query.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const { tool: _, ...runFilterQuery } = callFilterQuery;
const query = z.strictObject({ ...rangeQuery, ...runFilterQuery, ...bucketQuery });

/** Runs, tokens and their cost by model; reported and estimated ones apart. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getModelMetrics(ctx, input);
  return format === "csv" ? rowsCsv("model-metrics.csv", metrics.items, ["key", "isEstimated", "runs", "totalTokens"]) : metrics;
});
