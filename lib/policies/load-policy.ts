import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { singleton } from "#lib/singleton.ts";
import { type Policy, storedPolicySchema } from "./policy.ts";
import { PRESET_RULES } from "./presets.ts";

/** Rules that cannot be read: everything is denied, and admins see why. */
export interface BrokenPolicy {
  version: number;
  brokenReason: string;
}

export const FIRST_POLICY: Policy = { version: 1, preset: "balanced", rules: PRESET_RULES.balanced };

/**
 * The policy in force, read inside the caller's transaction, so that a decision and the rules it came from belong together. Parsed once a
 * version. An organization that never changed it has the balanced preset, version 1.
 */
export async function loadPolicy(sql: TenantSql, tenantId: TenantId): Promise<Policy | BrokenPolicy> {
  const [row] = await sql<{ stored: StoredPolicy | null }[]>`select ${selectPolicy(sql, tenantId)} as stored`;
  return policyOf(tenantId, row?.stored ?? null);
}

/** A version as `selectPolicy` gives it. */
export interface StoredPolicy {
  version: number;
  preset: string;
  rules: unknown;
}

/** SQL: the policy in force as one value, for a statement that asks for other things too. Null when the organization never changed it. */
export function selectPolicy(sql: TenantSql, tenantId: TenantId) {
  return sql`(
    select jsonb_build_object('version', version, 'preset', preset, 'rules', rules)
      from policies where tenant_id = ${tenantId} order by version desc limit 1)`;
}

/** Parses a stored version, remembering the last one of each organization by its text-identical version number. */
export function policyOf(tenantId: TenantId, row: StoredPolicy | null): Policy | BrokenPolicy {
  if (!row) return FIRST_POLICY;
  const text = JSON.stringify([row.preset, row.rules]);
  const known = parsed().get(tenantId);
  if (known && known.version === row.version && known.text === text) return known.policy;
  const result = storedPolicySchema.safeParse({ preset: row.preset, rules: row.rules });
  const policy = result.success
    ? { ...result.data, version: row.version }
    : {
        version: row.version,
        brokenReason: `Version ${row.version} of the policy cannot be read: ${result.error.issues[0]?.message ?? "unknown"}.`,
      };
  parsed().set(tenantId, { version: row.version, text, policy });
  return policy;
}

function parsed() {
  return singleton("parsed-policies", () => new Map<TenantId, { version: number; text: string; policy: Policy | BrokenPolicy }>());
}

export function isBroken(policy: Policy | BrokenPolicy): policy is BrokenPolicy {
  return "brokenReason" in policy;
}
