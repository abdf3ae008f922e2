import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { DestinationId } from "#lib/ids.ts";
import { type NamedPerson, personColumn } from "#lib/members/named-person.ts";
import type { NoticeKind } from "#lib/notices/notice-kinds.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";

/** Where drafts can be sent, by its name. Its address is told to nobody. */
export interface DestinationView {
  id: DestinationId;
  name: string;
  /** What it is told of by itself, and why the last of that did not arrive; null when it did. */
  notices: NoticeKind[];
  noticeProblem: string | null;
  createdBy: NamedPerson;
  createdAt: Date;
}

const LIST = "destinations";
const position = z.tuple([z.string().max(400), z.uuid()]);

/** The destinations of the organization, by name. Every member may know them. */
export async function listDestinations(ctx: TenantContext, { limit, cursor }: PageRequest): Promise<Page<DestinationView>> {
  const { tenantId } = ctx;
  const [afterName, afterId] = readCursor(tenantId, LIST, cursor, position) ?? [null, null];
  const [rows, [counted]] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<DestinationView[]>`
        select id, name, created_at as "createdAt", ${personColumn(sql, sql`created_by`)} as "createdBy",
               coalesce((select jsonb_agg(kind order by kind) from destination_notices n
                          where n.tenant_id = d.tenant_id and n.destination_id = d.id), '[]') as notices,
               (select problem from destination_notices n
                 where n.tenant_id = d.tenant_id and n.destination_id = d.id and problem is not null
                 order by told_at desc limit 1) as "noticeProblem"
          from destinations d
         where tenant_id = ${tenantId} and removed_at is null and (${afterId}::uuid is null or (lower(name), id) > (lower(${afterName}), ${afterId}::uuid))
         order by lower(name), id limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from destinations where tenant_id = ${tenantId} and removed_at is null`,
    ]),
  );
  const item = (row: DestinationView) => row;
  return pageOf({ tenantId, list: LIST, rows, limit, total: counted?.total ?? 0, position: ({ name, id }) => [name, id], item });
}
