import { readKnownNames } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getPrometheusMetrics } from "#lib/metrics/get-prometheus-metrics.ts";
import { PROMETHEUS_TYPE } from "#lib/metrics/prometheus-text.ts";

/** For a scraper with an administrator's API key: the organization of that key. */
export const GET = tenantRoute(
  { roles: ["owner", "admin"] },
  async ({ ctx }) =>
    new Response(await getPrometheusMetrics(ctx, await readKnownNames(ctx)), { headers: { "content-type": PROMETHEUS_TYPE } }),
);
