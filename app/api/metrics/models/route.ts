import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getModelMetrics, MODEL_COLUMNS } from "#lib/metrics/get-model-metrics.ts";
import { bucketQuery, callFilterQuery, rangeQuery } from "#lib/metrics/metrics-query.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const { tool: _, ...runFilterQuery } = callFilterQuery;
const query = z.strictObject({ ...rangeQuery, ...runFilterQuery, ...bucketQuery });

/** Runs, tokens and their cost by model; reported and estimated ones apart. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getModelMetrics(ctx, input);
  if (format === "json") return metrics;
  const isSeries = input.bucket && input.bucket !== "none";
  return rowsCsv("model-metrics.csv", metrics.items, ["key", ...(isSeries ? ["bucket"] : []), ...MODEL_COLUMNS]);
});
