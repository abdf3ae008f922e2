import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { type AgentId, newId } from "#lib/ids.ts";
import { lockVersions } from "#lib/settings-version.ts";
import type { NewAgent } from "./agent-settings.ts";
import type { AgentView } from "./agent-view.ts";
import { findAgent } from "./get-agent.ts";
import { insertVersion } from "./insert-version.ts";
import { requireFreeName } from "./require-free-name.ts";
import { requireKnownSkills } from "./require-known-skills.ts";

const MAX_AGENTS = 100;

/**
 * Makes an agent: from then on a chat can be begun with it.
 * @throws AppError 400 for a skill that there is not, 403, 409 `conflict` for a name that is taken, and for the hundred and first
 */
export async function createAgent(ctx: TenantContext, input: NewAgent): Promise<AgentView> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  const { name, description, enabled, ...settings } = input;
  const id = newId<AgentId>();
  await requireKnownSkills(ctx, settings.skills);
  return ctx.db.sql(async (sql) => {
    await lockVersions(sql, tenantId, "agent");
    await Promise.all([requireFreeName(sql, tenantId, name, null), requireRoom(sql, ctx)]);
    await together([
      sql`
        insert into agents (tenant_id, id, name, description, is_enabled, version, created_by, updated_by, updated_at)
        values (${tenantId}, ${id}, ${name}, ${description}, ${enabled}, 1, ${userId}, ${userId}, now())`,
      insertVersion(sql, ctx, { id, version: 1, settings }),
      recordAudit(sql, { tenantId, actorId: userId, action: "agent-create", subject: `agent:${id}`, facts: { ...input } }),
    ]);
    return findAgent(sql, ctx, id);
  });
}

async function requireRoom(sql: TenantSql, { tenantId }: TenantContext): Promise<void> {
  const [row] = await sql<
    [{ count: number }]
  >`select count(*)::int as count from agents where tenant_id = ${tenantId} and deleted_at is null`;
  if (row.count >= MAX_AGENTS) throw new AppError("conflict", `An organization may have ${MAX_AGENTS} agents.`, { limit: MAX_AGENTS });
}
