import type { TenantContext } from "#lib/context.ts";
import { csvLine } from "#lib/csv.ts";
import type { ApprovalFilter } from "./approval-filter.ts";
import type { ApprovalView } from "./approval-view.ts";
import { listApprovals } from "./list-approvals.ts";

const PAGE = 200;

/** Everything that the filters leave, page by page, in the order of the list. */
export async function* exportApprovals(ctx: TenantContext, filter: Omit<ApprovalFilter, "limit" | "cursor">): AsyncGenerator<ApprovalView> {
  let cursor: string | undefined;
  do {
    const page = await listApprovals(ctx, { ...filter, limit: PAGE, cursor });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

/** One record a line (RFC 4180), with a head. Text that a spreadsheet would calculate is defused; the JSON export is unchanged. */
export async function* approvalsCsv(approvals: AsyncIterable<ApprovalView>): AsyncGenerator<string> {
  yield csvLine(Object.keys(COLUMNS));
  for await (const approval of approvals) yield csvLine(Object.values(COLUMNS).map((column) => column(approval)));
}

/** One JSON array, an item a line. */
export async function* approvalsJson(approvals: AsyncIterable<ApprovalView>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const approval of approvals) {
    yield before + JSON.stringify(approval);
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

const COLUMNS: Record<string, (approval: ApprovalView) => string | number | null> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  requestedAt: ({ createdAt }) => createdAt.toISOString(),
  requestedBy: ({ requestedByName }) => requestedByName,
  entryPoint: ({ entryPoint }) => entryPoint,
  tool: ({ tool }) => tool,
  effect: ({ effect }) => effect,
  summary: ({ summary }) => summary,
  input: ({ input }) => JSON.stringify(input),
  editedInput: ({ editedInput }) => (editedInput === null ? null : JSON.stringify(editedInput)),
  inputDigest: ({ inputDigest }) => inputDigest,
  ruleId: ({ reason }) => reason.ruleId,
  ruleText: ({ reason }) => reason.text,
  decidedAt: ({ decidedAt }) => decidedAt?.toISOString() ?? null,
  decidedBy: ({ decidedByName }) => decidedByName,
  decisionReason: ({ decisionReason }) => decisionReason,
  waitedMs: ({ createdAt, decidedAt }) => (decidedAt ? decidedAt.getTime() - createdAt.getTime() : null),
  chatId: ({ chatId }) => chatId,
  chatTitle: ({ chatTitle }) => chatTitle,
  runId: ({ runId }) => runId,
};
