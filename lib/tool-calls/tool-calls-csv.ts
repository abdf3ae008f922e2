import type { TenantContext } from "#lib/context.ts";
import { csvLine } from "#lib/csv.ts";
import type { CallFilter } from "./call-filter.ts";
import type { CallRecord } from "./call-record.ts";
import { type PlacedRecord, placeOf, readRecords } from "./list-tool-calls.ts";

const PAGE = 500;

/**
 * Everything that the filters leave of what the caller may read, in the order of the list, a call a line. Read page by page, each in a transaction
 * of its own, so that a slow reader holds nothing.
 */
export async function* toolCallsCsv(ctx: TenantContext, filter: CallFilter): AsyncGenerator<string> {
  yield csvLine(Object.keys(COLUMNS));
  let after: [string, string] | null = null;
  do {
    const place: [string, string] | null = after;
    const records: PlacedRecord[] = await ctx.db.sql((sql) => readRecords(sql, ctx, filter, place, PAGE));
    yield records.map((record) => csvLine(Object.values(COLUMNS).map((column) => column(record)))).join("");
    const last = records.at(-1);
    after = last && records.length === PAGE ? placeOf(last) : null;
  } while (after);
}

const COLUMNS: Record<string, (call: CallRecord) => string | number | null> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  tool: ({ tool }) => tool,
  status: ({ status }) => status,
  kind: ({ kind }) => kind,
  errorCode: ({ outcome }) => outcome?.errorCode ?? null,
  input: ({ input }) => (typeof input === "string" ? input : JSON.stringify(input)),
  effect: ({ effect }) => effect,
  ruleId: ({ ruleId }) => ruleId,
  reason: ({ reason }) => reason,
  policyVersion: ({ policyVersion }) => policyVersion,
  approvalId: ({ approvalId }) => approvalId,
  approvedBy: ({ approvedByName }) => approvedByName,
  userId: ({ userId }) => userId,
  user: ({ userName }) => userName,
  entryPoint: ({ entryPoint }) => entryPoint,
  dryRun: ({ isDryRun }) => (isDryRun ? "yes" : "no"),
  model: ({ model }) => model,
  tokens: ({ tokens }) => tokens,
  costUsd: ({ costUsd }) => costUsd,
  sandbox: ({ sandbox }) => sandbox,
  startedAt: ({ startedAt }) => startedAt?.toISOString() ?? null,
  endedAt: ({ endedAt }) => endedAt?.toISOString() ?? null,
  queueMs: ({ queueMs }) => queueMs,
  waitMs: ({ waitMs }) => waitMs,
  durationMs: ({ durationMs }) => durationMs,
  chatId: ({ chatId }) => chatId,
  chatTitle: ({ chatTitle }) => chatTitle,
  runId: ({ runId }) => runId,
  toolCallId: ({ toolCallId }) => toolCallId,
};
