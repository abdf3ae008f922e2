import { z } from "zod";
import type { Role, TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";

/** A member, or for those who manage members also an open invitation; `id` is the one to use in `/api/members/:id`. */
export interface MemberItem {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: "active" | "invited";
  createdAt: Date;
  /** When an invitation ends; null for a member. */
  expiresAt: Date | null;
}

/** With the name as the database orders by it: JavaScript writes some names small in another way ("ΝΙΚΟΣ", "İpek"). */
interface Row extends MemberItem {
  sortName: string;
}

const LIST = "members";
const position = z.tuple([z.string(), z.uuid()]);

/** Everybody in the organization by name; open invitations are among them for owners and admins only. */
export async function listMembers(ctx: TenantContext, { limit, cursor }: PageRequest): Promise<Page<MemberItem>> {
  const { tenantId } = ctx;
  const [afterName, afterId] = readCursor(tenantId, LIST, cursor, position) ?? [null, null];
  const seesInvitations = ctx.role === "owner" || ctx.role === "admin";
  const [rows, total] = await ctx.db.sql(async (sql) => {
    const everybody = sql`
      select m.user_id as id, u.name, u.email, m.role, 'active' as status, m.created_at, null::timestamptz as expires_at
        from memberships m join users u on u.id = m.user_id where m.tenant_id = ${tenantId} and m.removed_at is null
      union all
      select id, name, email, role, 'invited', created_at, expires_at from invitations
       where ${seesInvitations} and tenant_id = ${tenantId} and accepted_at is null and revoked_at is null and expires_at > now()`;
    return Promise.all([
      sql<Row[]>`
        select id, name, email, role, status, created_at as "createdAt", expires_at as "expiresAt", lower(name) as "sortName" from (${everybody}) everybody
         where ${afterName}::text is null or (lower(name), id) > (${afterName}, ${afterId}::uuid)
         order by lower(name), id limit ${limit + 1}`,
      sql<{ count: number }[]>`select count(*)::int as count from (${everybody}) everybody`,
    ]);
  });
  return pageOf({
    tenantId,
    list: LIST,
    rows,
    limit,
    total: total[0]?.count ?? 0,
    position: ({ sortName, id }) => [sortName, id],
    item: ({ sortName: _, ...item }) => item,
  });
}
