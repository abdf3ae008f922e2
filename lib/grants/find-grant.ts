import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { GrantId } from "#lib/ids.ts";
import { type GrantView, selectGrantViews, visibleGrant } from "./grant-view.ts";

/** @throws AppError 404, also for one that the caller may not see */
export async function findGrant(sql: TenantSql, ctx: TenantContext, id: GrantId): Promise<GrantView> {
  const [grant] = await sql<
    GrantView[]
  >`${selectGrantViews(sql)} where g.tenant_id = ${ctx.tenantId} and g.id = ${id} and ${visibleGrant(sql, ctx)}`;
  if (!grant) throw notFound("standing approval");
  return grant;
}
