import type { TenantSql } from "#db/tenant.ts";
import { DEFAULT_AGENT } from "#lib/agent-profiles/agent-filter.ts";
import type { TenantId } from "#lib/ids.ts";

/** SQL, for `from`: the organization's rows of a table, with who answers in their chat as `agent_id`. A chat keeps its agent for good. */
export function withAgent(sql: TenantSql, table: "tool_calls" | "approvals" | "runs", tenantId: TenantId) {
  return sql`
    (select t.*, coalesce(c.agent_id, ${DEFAULT_AGENT}::uuid) as agent_id
       from ${sql(table)} t left join chats c on c.tenant_id = t.tenant_id and c.id = t.chat_id where t.tenant_id = ${tenantId}) ${sql(table)}`;
}
