import { z } from "zod";
import { together } from "#db/together.ts";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type AgentRow, type AgentView, agentView, selectAgents } from "./agent-view.ts";

const LIST = "agents";

/** The agents of the organization by name, those that are switched off among them. */
export async function listAgents({ db, tenantId }: TenantContext, { limit, cursor }: PageRequest): Promise<Page<AgentView>> {
  const after = readCursor(tenantId, LIST, cursor, z.tuple([z.string().max(200)]))?.[0] ?? null;
  const [rows, [counted]] = await db.sql((sql) =>
    together([
      sql<(AgentRow & { place: string })[]>`
        select * from (${selectAgents(sql)} where a.tenant_id = ${tenantId} and a.deleted_at is null) listed, lower(listed.name) as place
         where ${after}::text is null or place > ${after} order by place limit ${limit + 1}`,
      sql<[{ total: number }]>`select count(*)::int as total from agents where tenant_id = ${tenantId} and deleted_at is null`,
    ]),
  );
  const item = ({ place: _, ...row }: AgentRow & { place: string }) => agentView(row);
  return pageOf({ tenantId, list: LIST, rows, limit, total: counted.total, position: ({ place }) => [place], item });
}
