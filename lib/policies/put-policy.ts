import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import { FIRST_POLICY } from "./load-policy.ts";
import type { Policy, Preset, Rule } from "./policy.ts";
import { PRESET_RULES } from "./presets.ts";

export interface NewPolicy {
  preset: Preset;
  /** The preset's own rules when not given. */
  rules?: Rule[] | undefined;
  /** The version that the change was made from; another one in force is 409 `version_conflict`. */
  version?: number | undefined;
}

/** Puts a new version in force, for the next call of every run. Earlier versions are kept. */
export async function putPolicy(ctx: TenantContext, input: NewPolicy): Promise<Policy> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  const rules = input.rules ?? PRESET_RULES[input.preset];
  return ctx.db.sql(async (sql) => {
    // One writer at a time an organization, so that versions have no gaps and nobody overwrites what they did not see.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`policy ${tenantId}`}, 0))`;
    const [row] = await sql<
      { version: number }[]
    >`select coalesce(max(version), ${FIRST_POLICY.version}) as version from policies where tenant_id = ${tenantId}`;
    const current = row?.version ?? FIRST_POLICY.version;
    if (input.version !== undefined && input.version !== current) {
      throw new AppError(
        "version_conflict",
        `The policy is at version ${current} now; the change was made from version ${input.version}. Load it again.`,
        { current },
      );
    }
    const version = current + 1;
    await sql`
      insert into policies (tenant_id, version, preset, rules, created_by)
      values (${tenantId}, ${version}, ${input.preset}, ${sql.json(rules as never)}, ${userId})`;
    await recordAudit(sql, {
      tenantId,
      actorId: userId,
      action: "policy-publish",
      subject: `policy:${version}`,
      facts: { preset: input.preset, rules: rules.length, from: current },
    });
    await notify(sql, { type: "policy-changed", tenantId });
    return { version, preset: input.preset, rules };
  });
}
