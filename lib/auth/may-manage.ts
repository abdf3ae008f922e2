import type { TenantContext } from "#lib/context.ts";
import type { UserId } from "#lib/ids.ts";

/** Whether the caller may delete something that people made: who made it, and those who look after the organization. */
export function mayManage({ role, userId }: TenantContext, { createdBy }: { createdBy: { id: UserId } }): boolean {
  if (role === "auditor") return false;
  return createdBy.id === userId || role === "owner" || role === "admin";
}
