import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseRunId } from "#lib/ids.ts";
import { getRun } from "#lib/runs/get-run.ts";

export const GET = tenantRoute({ params: { id: parseRunId } }, ({ ctx, params }) => getRun(ctx, { runId: params.id }));
