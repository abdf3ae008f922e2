import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { UserId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";

export interface PolicyVersion {
  version: number;
  preset: string;
  rules: unknown;
  createdBy: UserId | null;
  createdByName: string | null;
  createdAt: Date;
}

const LIST = "policy-versions";

/** Saved versions, newest first. The preset that an organization begins with is version 1 and has no row. */
export async function listPolicyVersions(ctx: TenantContext, { limit, cursor }: PageRequest): Promise<Page<PolicyVersion>> {
  const { tenantId } = ctx;
  const before = readCursor(tenantId, LIST, cursor, z.tuple([z.number()]))?.[0] ?? null;
  const [rows, [count]] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<PolicyVersion[]>`
        select p.version, p.preset, p.rules, p.created_by as "createdBy", u.name as "createdByName", p.created_at as "createdAt"
          from policies p left join users u on u.id = p.created_by
         where p.tenant_id = ${tenantId} and (${before}::int is null or p.version < ${before}::int) order by p.version desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from policies where tenant_id = ${tenantId}`,
    ]),
  );
  return pageOf({ tenantId, list: LIST, rows, limit, total: count?.total ?? 0, position: (row) => [row.version], item: (row) => row });
}
