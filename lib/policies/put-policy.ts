import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notify } from "#lib/events/notify.ts";
import { lockVersions, requireVersion } from "#lib/settings-version.ts";
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
    await lockVersions(sql, tenantId, "policy");
    const [row] = await sql<
      { version: number }[]
    >`select coalesce(max(version), ${FIRST_POLICY.version}) as version from policies where tenant_id = ${tenantId}`;
    const current = row?.version ?? FIRST_POLICY.version;
    requireVersion("policy", current, input.version);
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
