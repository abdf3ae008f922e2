import { systemSql } from "#db/system.ts";
import { forgetSingleton, singleton } from "#lib/singleton.ts";

const NAME = "queue-redis-prefix";

/**
 * What the names of all our keys in Redis begin with. It names the database: installations may share a Redis, and a job that another takes is lost
 * to its own until the sweep asks again. What stands in braces has a cluster keep all of them in one place, which BullMQ's scripts need.
 */
export function redisPrefix(): Promise<string> {
  return singleton(NAME, () =>
    readPrefix().catch((error: unknown) => {
      forgetSingleton(NAME);
      throw error;
    }),
  );
}

/** The server's own number, and that of the database on it: a copy of the rows in another database is another installation. */
async function readPrefix(): Promise<string> {
  const [row] = await systemSql(
    (sql) => sql<{ id: string }[]>`
      select (select system_identifier from pg_control_system()) || '-' || oid as id from pg_database where datname = current_database()`,
  );
  if (!row) throw new Error("The database does not say which it is.");
  return `countersign:{${row.id}}`;
}
