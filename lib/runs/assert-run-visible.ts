import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { RunId } from "#lib/ids.ts";

/** @throws AppError 404 for a run of another organization or in another person's private chat, as for one that never was */
export async function assertRunVisible(ctx: TenantContext, runId: RunId): Promise<void> {
  const [run] = await ctx.db.sql(
    (sql) => sql`
      select 1 from runs r join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id
       where r.tenant_id = ${ctx.tenantId} and r.id = ${runId} and ${openChat(sql, ctx)}`,
  );
  if (!run) throw notFound("run");
}
