import { requireWriter } from "#lib/auth/require-role.ts";
import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { RunId } from "#lib/ids.ts";
import type { RunStatus } from "./states.ts";
import { stopRun } from "./stop-run.ts";

/**
 * Stop: no call of the run begins any more, from this commit on; its driver ends the model call, the tools and the open requests. A run that
 * waits for people is given a driver for that. A run that has ended stays as it is.
 * @throws AppError 403 for an auditor, 404 also for a run in another person's private chat
 */
export async function cancelRun(ctx: TenantContext, { runId }: { runId: RunId }): Promise<{ runId: RunId; status: RunStatus }> {
  requireWriter(ctx);
  return ctx.db.sql(async (sql) => {
    const [visible] = await sql`
      select 1 from runs r join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id
       where r.tenant_id = ${ctx.tenantId} and r.id = ${runId} and ${openChat(sql, ctx)}`;
    if (!visible) throw notFound("run");
    return { runId, status: await stopRun(sql, ctx, runId) };
  });
}
