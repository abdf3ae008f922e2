import { isDeepStrictEqual } from "node:util";
import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notify } from "#lib/events/notify.ts";
import type { AgentId } from "#lib/ids.ts";
import { lockVersions, requireVersion } from "#lib/settings-version.ts";
import { type AgentChange, agentSettings } from "./agent-settings.ts";
import type { AgentView } from "./agent-view.ts";
import { findAgent } from "./get-agent.ts";
import { insertVersion } from "./insert-version.ts";
import { requireFreeName } from "./require-free-name.ts";
import { requireKnownSkills } from "./require-known-skills.ts";

/**
 * Changes an agent. What it is told, its model and its limits hold for runs that begin from now on; what it may do, and its switch, for the next call
 * of every run. What changes nothing makes no version.
 * @throws AppError 400 for a skill that there is not, 403, 404, 409 `conflict` for a name that is taken, 409 `version_conflict`
 */
export async function changeAgent(ctx: TenantContext, id: AgentId, { version: madeFrom, ...change }: AgentChange): Promise<AgentView> {
  requireRole(ctx, "owner", "admin");
  const { tenantId } = ctx;
  await requireKnownSkills(ctx, change.skills);
  return ctx.db.sql(async (sql) => {
    await lockVersions(sql, tenantId, "agent");
    const current = await findAgent(sql, ctx, id);
    requireVersion("agent", current.version, madeFrom);
    if (change.name !== undefined) await requireFreeName(sql, tenantId, change.name, id);
    const changed = (Object.keys(change) as (keyof typeof change)[]).filter((key) => !isDeepStrictEqual(change[key], current[key]));
    if (changed.length === 0) return current;
    await store(sql, ctx, current, { ...current, ...change }, changed);
    return findAgent(sql, ctx, id);
  });
}

async function store(sql: TenantSql, ctx: TenantContext, from: AgentView, to: AgentView, changed: (keyof AgentView)[]): Promise<void> {
  const { tenantId, userId } = ctx;
  const { id, name, description, enabled } = to;
  const isNewVersion = changed.some((key) => key !== "enabled");
  const version = isNewVersion ? from.version + 1 : from.version;
  const facts = { name, version, changed: Object.fromEntries(changed.map((key) => [key, { from: from[key], to: to[key] }])) };
  await together([
    isNewVersion ? insertVersion(sql, ctx, { id, version, settings: agentSettings.strip().parse(to) }) : null,
    sql`
      update agents set name = ${name}, description = ${description}, is_enabled = ${enabled}, version = ${version}, updated_by = ${userId}, updated_at = now()
       where tenant_id = ${tenantId} and id = ${id}`,
    recordAudit(sql, { tenantId, actorId: userId, action: "agent-change", subject: `agent:${id}`, facts }),
    // For whoever drives a run of it: what it may do belongs to the rules.
    notify(sql, { type: "policy-changed", tenantId }),
  ]);
}
