import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getExecutionStats } from "#lib/metrics/get-execution-stats.ts";

/** `{ [tool]: averageDurationMs }` over successes. */
export const GET = tenantRoute({}, ({ ctx }) => getExecutionStats(ctx));
