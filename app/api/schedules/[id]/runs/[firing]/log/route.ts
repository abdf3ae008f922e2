import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseScheduleId, parseScheduleRunId } from "#lib/ids.ts";
import { getScheduleRun } from "#lib/schedules/get-schedule-run.ts";
import { runLog } from "#lib/schedules/run-log.ts";

const params = { id: parseScheduleId, firing: parseScheduleRunId };
const query = z.strictObject({ format: z.enum(["json", "text"]).default("json") });

/** One firing as a file to keep: everything about it, or a line for each thing that happened. */
export const GET = tenantRoute({ params, query }, async ({ ctx, params, query: { format } }) => {
  const run = await getScheduleRun(ctx, params);
  const isJson = format === "json";
  return new Response(isJson ? JSON.stringify(run, null, 2) : runLog(run), {
    headers: {
      "content-type": isJson ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="schedule-run-${params.firing}.${isJson ? "json" : "log"}"`,
    },
  });
});
