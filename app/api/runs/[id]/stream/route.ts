import { z } from "zod";
import { placeQuery, resumePlace } from "#lib/events/place-query.ts";
import { runStreamResponse } from "#lib/events/run-stream.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseRunId } from "#lib/ids.ts";
import { assertRunVisible } from "#lib/runs/assert-run-visible.ts";

const query = z.strictObject({ after: placeQuery });

/** The run's events from any point, while it runs and after. `Last-Event-ID` says the same as `after`; of both the later one counts. */
export const GET = tenantRoute({ params: { id: parseRunId }, query }, async ({ ctx, params, query, request }) => {
  await assertRunVisible(ctx, params.id);
  return runStreamResponse(ctx, params.id, resumePlace(query.after, request.headers));
});
