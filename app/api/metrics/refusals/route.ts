import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getRefusalMetrics } from "#lib/metrics/get-refusal-metrics.ts";
import { callFilterQuery, rangeQuery } from "#lib/metrics/metrics-query.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const query = z.strictObject({ ...rangeQuery, ...callFilterQuery });

/** Calls that did not run, by kind and tool. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getRefusalMetrics(ctx, input);
  return format === "csv" ? rowsCsv("refusals.csv", metrics.items, ["kind", "tool", "calls"]) : metrics;
});
