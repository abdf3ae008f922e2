import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getScheduleMetrics, SCHEDULE_COLUMNS } from "#lib/metrics/get-schedule-metrics.ts";
import { rangeQuery } from "#lib/metrics/metrics-query.ts";
import { rowsCsv } from "#lib/metrics/rows-csv.ts";

const query = z.strictObject(rangeQuery);

/** Firings by schedule, how late they were, and what their runs cost. */
export const GET = tenantRoute({ query }, async ({ ctx, query: { format, ...input } }) => {
  const metrics = await getScheduleMetrics(ctx, input);
  return format === "csv" ? rowsCsv("schedule-metrics.csv", metrics.items, SCHEDULE_COLUMNS) : metrics;
});
