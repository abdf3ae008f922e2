import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { ApiKeyId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";

export interface ApiKeyItem {
  id: ApiKeyId;
  name: string;
  /** The first characters, such as `cs_Ab3x`. */
  prefix: string;
  createdAt: Date;
  expiresAt: Date | null;
  /** To the minute. */
  lastUsedAt: Date | null;
}

const LIST = "api-keys";

/** The caller's own keys that are not revoked, newest first. */
export async function listApiKeys(ctx: TenantContext, { limit, cursor }: PageRequest): Promise<Page<ApiKeyItem>> {
  const { tenantId, userId } = ctx;
  const after = readCursor(tenantId, LIST, cursor, z.tuple([z.uuid()]))?.[0] ?? null;
  const [rows, total] = await ctx.db.sql(async (sql) => {
    const own = sql`tenant_id = ${tenantId} and user_id = ${userId} and revoked_at is null`;
    return Promise.all([
      sql<ApiKeyItem[]>`
        select id, name, prefix, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
          from api_keys where ${own} and (${after}::uuid is null or id < ${after}::uuid) order by id desc limit ${limit + 1}`,
      sql<{ count: number }[]>`select count(*)::int as count from api_keys where ${own}`,
    ]);
  });
  return pageOf({ tenantId, list: LIST, rows, limit, total: total[0]?.count ?? 0, position: (row) => [row.id], item: (row) => row });
}
