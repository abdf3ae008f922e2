import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ToolCallId } from "#lib/ids.ts";
import { type CallRecord, selectRecords } from "./call-record.ts";
import { visibleCall } from "./visible-call.ts";

/**
 * One call with everything that the record has of it, and what the model read.
 * @throws AppError 404, also for a call in a private chat that the caller may not read
 */
export async function getToolCall(ctx: TenantContext, { id }: { id: ToolCallId }): Promise<CallRecord & { modelText: string | null }> {
  const [[row], [told]] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<(CallRecord & { place: string })[]>`
        ${selectRecords(sql)} where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and ${visibleCall(sql, ctx)}`,
      sql<
        { modelText: string | null }[]
      >`select model_text as "modelText" from tool_calls where tenant_id = ${ctx.tenantId} and id = ${id}`,
    ]),
  );
  if (!row) throw notFound("tool call");
  const { place: _, ...record } = row;
  return { ...record, modelText: told?.modelText ?? null };
}
