import type { TenantContext } from "#lib/context.ts";
import { type BrokenPolicy, loadPolicy } from "./load-policy.ts";
import type { Policy } from "./policy.ts";

/** The rules in force, or why they cannot be read: then every call is denied until an admin saves new ones. */
export function getPolicy(ctx: TenantContext): Promise<Policy | BrokenPolicy> {
  return ctx.db.sql((sql) => loadPolicy(sql, ctx.tenantId));
}
