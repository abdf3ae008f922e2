import { systemSql } from "#db/system.ts";
import { messageOf } from "#lib/errors.ts";
import type { TenantId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { sealEntries } from "./seal-entries.ts";

/**
 * Looks over the whole log of every organization for entries whose process died before it sealed them. One whose log cannot be sealed, which is
 * logged, is in no other's way.
 *
 * @param mayGoOn asked again and again: a process that ends leaves the rest to the next
 */
export async function sealEveryLog(mayGoOn: () => boolean = () => true): Promise<void> {
  const organizations = await systemSql((sql) => sql<{ id: TenantId }[]>`select id from organizations order by id`);
  for (const { id: tenantId } of organizations) {
    if (!mayGoOn()) return;
    await sealEntries(tenantId, { isWholeLog: true, mayGoOn }).catch((error: unknown) =>
      log.warn("audit-not-sealed", { tenantId, error: messageOf(error) }),
    );
  }
}
