import { systemSql } from "#db/system.ts";
import type { TenantId } from "#lib/ids.ts";
import { sealEntries } from "./seal-entries.ts";

/** Looks over the whole log of every organization for entries whose process died before it sealed them. */
export async function sealEveryLog(): Promise<void> {
  const organizations = await systemSql((sql) => sql<{ id: TenantId }[]>`select id from organizations order by id`);
  for (const { id } of organizations) await sealEntries(id, { isWholeLog: true });
}
