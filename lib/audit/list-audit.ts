import { z } from "zod";
import type { TenantSql } from "#db/tenant.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { csvLine } from "#lib/csv.ts";
import type { UserId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import { MAX_LIMIT, type PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";

/** One entry of the log: who did what, to what, when, with which facts. */
export interface AuditEntry {
  seq: number;
  at: Date;
  /** Null: the product itself. */
  actorId: UserId | null;
  actorName: string | null;
  /** Noun-verb: `tool-call-succeeded`, `member-add`. */
  action: string;
  /** `tool-call:<id>`, `approval:<id>`, `member:<id>`… */
  subject: string;
  facts: Record<string, unknown>;
}

export interface AuditFilter {
  actorId?: UserId | undefined;
  /** The whole word, or its beginning with a hyphen: `tool-call-` is everything that became of calls. */
  action?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const LIST = "audit";
const position = z.tuple([z.int()]);

/** The organization's log, the newest entry first, for owners, admins and auditors. */
export async function listAudit(ctx: TenantContext, { limit, cursor, ...filter }: PageRequest & AuditFilter): Promise<Page<AuditEntry>> {
  requireRole(ctx, "owner", "admin", "auditor");
  const { tenantId } = ctx;
  const before = readCursor(tenantId, LIST, cursor, position)?.[0];
  const [rows, [counted]] = await ctx.db.sql((sql) => {
    const wanted = matchingEntries(sql, ctx, filter);
    return Promise.all([
      sql<AuditEntry[]>`
        select e.seq, e.at, e.actor_id as "actorId", u.name as "actorName", e.action, e.subject, e.facts
          from audit_entries e left join users u on u.id = e.actor_id
         where ${wanted} ${before === undefined ? sql`` : sql`and e.seq < ${before}`} order by e.seq desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from audit_entries e where ${wanted}`,
    ]);
  });
  return pageOf({ tenantId, list: LIST, rows, limit, total: counted?.total ?? 0, position: (row) => [row.seq], item: (row) => row });
}

/** Everything that the filters leave, an entry a line. */
export async function* auditCsv(ctx: TenantContext, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(["seq", "at", "actorId", "actor", "action", "subject", "facts"]);
  let cursor: string | undefined;
  do {
    const page = await listAudit(ctx, { ...filter, limit: MAX_LIMIT, cursor });
    yield page.items.map(lineOf).join("");
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}

function lineOf({ seq, at, actorId, actorName, action, subject, facts }: AuditEntry): string {
  return csvLine([seq, at.toISOString(), actorId, actorName, action, subject, JSON.stringify(facts)]);
}

function matchingEntries(sql: TenantSql, { tenantId }: TenantContext, { actorId, action, subject, from, to }: AuditFilter) {
  return sql`
    e.tenant_id = ${tenantId}
    ${actorId === undefined ? sql`` : sql`and e.actor_id = ${actorId}`}
    ${action === undefined ? sql`` : action.endsWith("-") ? sql`and starts_with(e.action, ${action})` : sql`and e.action = ${action}`}
    ${subject === undefined ? sql`` : sql`and e.subject = ${subject}`}
    ${from === undefined ? sql`` : sql`and e.at >= ${from}`}
    ${to === undefined ? sql`` : sql`and e.at < ${to}`}`;
}
