import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { DestinationId } from "#lib/ids.ts";
import type { NoticeKind } from "./notice-kinds.ts";

/**
 * Says what a destination is told of from now on; of what waited or failed before, it is told nothing.
 * @param origin where the links in notices lead, such as `https://countersign.example.org`
 * @throws AppError 403, 404
 */
export async function setNotices(
  ctx: TenantContext,
  { id, notices }: { id: DestinationId; notices: readonly NoticeKind[] },
  origin: string,
): Promise<{ id: DestinationId; notices: NoticeKind[] }> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  const kinds = [...new Set(notices)].sort();
  await ctx.db.sql(async (sql) => {
    const [destination] = await sql<{ name: string }[]>`
      select name from destinations where tenant_id = ${tenantId} and id = ${id} and removed_at is null for update`;
    if (!destination) throw notFound("destination");
    const gone = await sql`
      delete from destination_notices
       where tenant_id = ${tenantId} and destination_id = ${id} and kind not in (select jsonb_array_elements_text(${sql.json(kinds)}))
      returning 1`;
    const added = await sql`
      insert into destination_notices (tenant_id, destination_id, kind, origin, told_through, created_by)
      select ${tenantId}, ${id}, kind, ${origin},
             (select id from approvals where tenant_id = ${tenantId} order by created_at desc, id desc limit 1), ${userId}
        from jsonb_array_elements_text(${sql.json(kinds)}) as kind
      on conflict (tenant_id, destination_id, kind) do nothing returning 1`;
    if (gone.length + added.length === 0) return;
    const facts = { name: destination.name, notices: kinds, origin };
    await recordAudit(sql, { tenantId, actorId: userId, action: "destination-notices", subject: `destination:${id}`, facts });
  });
  return { id, notices: kinds };
}
