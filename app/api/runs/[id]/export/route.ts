import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseRunId } from "#lib/ids.ts";
import { exportRun } from "#lib/runs/export-run.ts";

/** One run as a file to keep. */
export const GET = tenantRoute({ params: { id: parseRunId } }, async ({ ctx, params }) => {
  const bundle = await exportRun(ctx, { runId: params.id });
  return new Response(JSON.stringify(bundle, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="run-${params.id}.json"`,
    },
  });
});
