import type { Role, TenantContext } from "#lib/context.ts";
import { readKnownTools } from "#lib/gate/index.ts";
import { lintPolicy } from "#lib/policies/lint-policy.ts";
import { isBroken, loadPolicy } from "#lib/policies/load-policy.ts";
import type { Check } from "./check.ts";

const SHOWN = 5;

/** Whether an organization's rules can be read, and can do what they say. Those of one organization, so no part of the product's own health. */
export async function checkRules(ctx: TenantContext): Promise<Check> {
  const { tenantId } = ctx;
  const [{ policy, members }, tools] = await Promise.all([
    ctx.db.sql(async (sql) => {
      const policy = await loadPolicy(sql, tenantId);
      const members = await sql<{ role: Role; count: number }[]>`
        select role, count(*)::int as count from memberships where tenant_id = ${tenantId} and removed_at is null group by role`;
      return { policy, members };
    }),
    readKnownTools(ctx),
  ]);
  const counts = Object.fromEntries(members.map(({ role, count }) => [role, count]));
  const findings = lintPolicy(policy, { ...tools, members: counts });
  if (findings.length === 0) return { status: "ok", detail: `Version ${policy.version} of the rules is in force.` };
  const more = findings.length > SHOWN ? ` And ${findings.length - SHOWN} more.` : "";
  const detail = `${findings.slice(0, SHOWN).join(" ")}${more} They are changed under Settings, Rules.`;
  return { status: isBroken(policy) ? "down" : "degraded", detail };
}
