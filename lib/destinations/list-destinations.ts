import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { NamedPerson } from "#lib/documents/document-view.ts";
import { personColumn } from "#lib/documents/document-view.ts";
import type { DestinationId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";

/** Where drafts can be sent, by its name. Its address is told to nobody. */
export interface DestinationView {
  id: DestinationId;
  name: string;
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
        select id, name, created_at as "createdAt", ${personColumn(sql, sql`created_by`)} as "createdBy" from destinations
         where tenant_id = ${tenantId} and removed_at is null and (${afterId}::uuid is null or (lower(name), id) > (lower(${afterName}), ${afterId}::uuid))
         order by lower(name), id limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from destinations where tenant_id = ${tenantId} and removed_at is null`,
    ]),
  );
  const item = (row: DestinationView) => row;
  return pageOf({ tenantId, list: LIST, rows, limit, total: counted?.total ?? 0, position: ({ name, id }) => [name, id], item });
}
