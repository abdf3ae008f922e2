import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { type StoredServerTools, selectServerTools } from "#lib/mcp-servers/select-server-tools.ts";
import { type SetUp, selectSetUp } from "#lib/organizations/select-set-up.ts";
import { policyOf, type StoredPolicy, selectPolicy } from "#lib/policies/load-policy.ts";
import type { Authority } from "./authority.ts";

/** What an organization's rules are and what they can be about, in one statement of the caller's transaction. For what is no run. */
export async function loadRules(sql: TenantSql, tenantId: TenantId): Promise<Pick<Authority, "policy" | "serverTools" | "setUp">> {
  const [row] = await sql<[{ policy: StoredPolicy | null; serverTools: StoredServerTools; setUp: SetUp[] }]>`
    select ${selectPolicy(sql, tenantId)} as policy, ${selectServerTools(sql, tenantId)} as "serverTools", ${selectSetUp(sql, tenantId)} as "setUp"`;
  return { policy: policyOf(tenantId, row.policy), serverTools: row.serverTools ?? [], setUp: row.setUp };
}
