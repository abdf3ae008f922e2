import type { TenantContext } from "#lib/context.ts";
import type { ToolCallId } from "#lib/ids.ts";
import { readOutputLog } from "#lib/sandbox/index.ts";
import { getToolCall } from "#lib/tool-calls/get-tool-call.ts";

/**
 * The whole output of a command as bytes, in parts of at most 1 MiB, as it was kept: more than the model and the page were given. For those who
 * may read the call.
 *
 * @throws AppError 404, before the first part, for a call that cannot be read or has no output: another tool, or older than 30 days
 */
export async function readCommandOutput(ctx: TenantContext, { id }: { id: ToolCallId }): Promise<AsyncGenerator<Uint8Array>> {
  await getToolCall(ctx, { id });
  return readOn(ctx, id, await readOutputLog(ctx.tenantId, id));
}

async function* readOn(ctx: TenantContext, id: ToolCallId, first: Awaited<ReturnType<typeof readOutputLog>>): AsyncGenerator<Uint8Array> {
  for (let page = first; ; page = await readOutputLog(ctx.tenantId, id, page.nextOffset)) {
    yield page.bytes;
    if (page.nextOffset === null) return;
  }
}
