import { lock } from "#db/lock.ts";
import type { TenantSql } from "#db/tenant.ts";
import { AppError } from "#lib/errors.ts";
import type { TenantId } from "#lib/ids.ts";

/** Settings of an organization that are kept version by version. */
type Settings = "agent" | "limits" | "policy" | "prices";

/** One writer at a time an organization, until the transaction ends, so that versions have no gaps and nobody overwrites what they did not see. */
export function lockVersions(sql: TenantSql, tenantId: TenantId, settings: Settings): PromiseLike<unknown> {
  return lock(sql, `${settings} ${tenantId}`);
}

/**
 * @param current the version in force, read under the lock
 * @param madeFrom the one that the writer saw; not given, it is not compared
 * @throws AppError 409 `version_conflict` with `current`
 */
export function requireVersion(settings: Settings, current: number, madeFrom: number | undefined): void {
  if (madeFrom === undefined || madeFrom === current) return;
  const detail = `Version ${current} of the ${settings} is in force now; the change was made from version ${madeFrom}. Load it again.`;
  throw new AppError("version_conflict", detail, { current });
}
