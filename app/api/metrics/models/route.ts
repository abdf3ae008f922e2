import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getModelMetrics, MODEL_COLUMNS, MODEL_GROUPINGS } from "#lib/metrics/get-model-metrics.ts";
import { hasNames } from "#lib/metrics/key-names.ts";
import { bucketQuery, callFilterQuery, rangeQuery } from "#lib/metrics/metrics-query.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const { tool: _, ...runFilterQuery } = callFilterQuery;
const query = z.strictObject({ ...rangeQuery, ...runFilterQuery, ...bucketQuery, groupBy: z.enum(MODEL_GROUPINGS).default("model") });

/** Runs, tokens and their cost by model, person or agent; reported and estimated ones apart. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getModelMetrics(ctx, input);
  if (format === "json") return metrics;
  const isSeries = input.bucket && input.bucket !== "none";
  const about = ["key", ...(hasNames(input.groupBy) ? ["name"] : []), ...(isSeries ? ["bucket"] : [])];
  return rowsCsv("model-metrics.csv", metrics.items, [...about, ...MODEL_COLUMNS]);
});
