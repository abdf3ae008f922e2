import type { TenantContext } from "#lib/context.ts";
import type { ToolContext } from "./define-tool.ts";

/**
 * The organization for what a call writes: a transaction that is not committed when the call is stopped, or its time is over, is taken back. Nothing
 * is written behind a record that says that it was not. Not for the record of an act that cannot be taken back.
 */
export function whileWanted({ tenant, signal }: Pick<ToolContext, "tenant" | "signal">): TenantContext {
  const { db } = tenant;
  return {
    ...tenant,
    db: {
      ...db,
      sql: (work) =>
        db.sql(async (sql) => {
          const result = await work(sql);
          signal.throwIfAborted();
          return result;
        }),
    },
  };
}
