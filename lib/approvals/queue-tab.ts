import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";

/** The approvals page's views: what waits for the caller, what waits for others, what was closed by people, what nobody answered. */
export const QUEUE_TABS = ["needs-you", "others", "decided", "expired"] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

/** What a view holds. For `approvals a`. */
export function inTab(sql: TenantSql, ctx: TenantContext, tab: QueueTab) {
  switch (tab) {
    case "needs-you":
      return sql`a.status = 'pending' and ${needsYou(sql, ctx)}`;
    case "others":
      return sql`a.status = 'pending' and not ${needsYou(sql, ctx)}`;
    case "decided":
      return sql`a.status in ('approved', 'denied', 'cancelled', 'superseded')`;
    case "expired":
      return sql`a.status = 'expired'`;
  }
}

/** Whether the caller may decide a pending request: `standingOf` in SQL. */
export function needsYou(sql: TenantSql, { userId, role }: TenantContext) {
  return sql`(
    a.requirement -> 'roles' @> ${sql.json(role)}
    and not (coalesce((a.requirement -> 'excludeRequester')::boolean, false) and a.requested_by = ${userId})
    and not a.votes @> ${sql.json([{ userId }])})`;
}
