import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseRunId } from "#lib/ids.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";

/** Stop. 202: no call begins any more; the run's stream tells when it has ended. */
export const POST = tenantRoute({ params: { id: parseRunId } }, async ({ ctx, params }) =>
  json(await cancelRun(ctx, { runId: params.id }), 202),
);
