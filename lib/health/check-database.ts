import { systemSql } from "#db/system.ts";
import type { Check } from "./check.ts";

/** Whether PostgreSQL answers and lets us write: on a replica, which a failover may have left us with, nothing of the product works. */
export async function checkDatabase(): Promise<Check> {
  const startedAt = performance.now();
  const [row] = await systemSql(
    (sql) => sql<{ version: string; isReadOnly: boolean }[]>`
      select current_setting('server_version') as version, current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  const server = `PostgreSQL ${row?.version ?? "?"}`;
  if (row?.isReadOnly)
    return {
      status: "down",
      detail: `${server} takes no changes: it is a replica, or was set to read only. DATABASE_URL must lead to the primary.`,
    };
  return { status: "ok", detail: `${server}, ${Math.ceil(performance.now() - startedAt)} ms.` };
}
