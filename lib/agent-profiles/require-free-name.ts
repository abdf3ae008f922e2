import type { TenantSql } from "#db/tenant.ts";
import { AppError } from "#lib/errors.ts";
import type { AgentId, TenantId } from "#lib/ids.ts";

/** Under the lock on the organization's agents: names are told apart without regard to case. @param own who may have it */
export async function requireFreeName(sql: TenantSql, tenantId: TenantId, name: string, own: AgentId | null): Promise<void> {
  const [taken] = await sql<{ name: string }[]>`
    select name from agents where tenant_id = ${tenantId} and lower(name) = lower(${name}) and deleted_at is null and id is distinct from ${own}`;
  if (taken) throw new AppError("conflict", `There is an agent named ${taken.name} already. Give this one another name.`);
}
