import { systemSql } from "#db/system.ts";
import type { Check } from "./check.ts";

export async function checkDatabase(): Promise<Check> {
  const startedAt = performance.now();
  const [row] = await systemSql((sql) => sql<{ version: string }[]>`select current_setting('server_version') as version`);
  return { status: "ok", detail: `PostgreSQL ${row?.version ?? "?"}, ${Math.ceil(performance.now() - startedAt)} ms.` };
}
