import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { agentNames } from "./agent-names.ts";
import { personNames } from "./person-names.ts";

/** What rows are called whose keys are ids; null: the keys say it themselves. */
export type KeyNames = Map<string, string> | null;

export async function readKeyNames(sql: TenantSql, tenantId: TenantId, groupBy: string): Promise<KeyNames> {
  switch (groupBy) {
    case "user":
      return personNames(sql, tenantId);
    case "agent":
      return agentNames(sql, tenantId);
    default:
      return null;
  }
}

export function hasNames(groupBy: string): boolean {
  return groupBy === "user" || groupBy === "agent";
}

export function named<Row extends { key: string }>(row: Row, names: KeyNames): Row & { name?: string } {
  return names ? { ...row, name: names.get(row.key) ?? row.key } : row;
}
