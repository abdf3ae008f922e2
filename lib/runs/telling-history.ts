import type { TenantSql } from "#db/tenant.ts";
import { CHANNEL, type Notice } from "#lib/events/notify.ts";
import type { TenantId } from "#lib/ids.ts";

/**
 * The end of a statement that changes `schedule_runs`: whoever looks at a schedule's history hears of it when the change is durable. A run that
 * no schedule made changes no such row, and says nothing.
 */
export function tellingHistory(sql: TenantSql, tenantId: TenantId) {
  const notice: Notice = { type: "schedule-changed", tenantId };
  return sql`returning pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`;
}
