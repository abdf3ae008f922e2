import path from "node:path";
import { runMigrations } from "bullmq";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import pg from "pg";
import postgres from "postgres";
import { messageOf } from "#lib/errors.ts";
import { LOCKS } from "./lock.ts";
import { QUEUE_NAMES, QUEUE_SCHEMA } from "./queue-schema.ts";
import { secureTables } from "./security.ts";

const MIGRATIONS = { migrationsFolder: path.resolve(import.meta.dirname, "migrations") };

/**
 * Brings the database up to date and makes the application's role: it may read and write rows, owns nothing, and obeys row-level
 * security. Runs as the owner; safe to repeat, and by several machines at once.
 *
 * @param adminUrl a role that may create tables and roles
 * @param options.appPassword the same on every machine, so that each can derive `appUrl`
 * @returns the address that web and worker connect with
 * @throws when the database was brought up to date by a version that knows other steps, such as a newer one: nothing is changed then
 */
export async function migrate(adminUrl: string, options: { appPassword: string }): Promise<{ appUrl: string }> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${LOCKS.migration})`;
    await refuseOtherVersion(sql);
    const appRole = await makeApplicationRole(sql, options.appPassword);
    await applyMigrations(drizzle(sql), MIGRATIONS);
    await secureTables(sql, appRole);
    await prepareQueue(adminUrl, sql, appRole);
    return { appUrl: withCredentials(adminUrl, appRole, options.appPassword) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Drizzle goes by the time of the last step alone, so it would take an unknown step for its own. */
async function refuseOtherVersion(sql: postgres.Sql): Promise<void> {
  const [journal] =
    await sql`select 1 from information_schema.tables where table_schema = 'drizzle' and table_name = '__drizzle_migrations'`;
  if (!journal) return;
  const known = readMigrationFiles(MIGRATIONS).map(({ hash }) => hash);
  const unknown = await sql`select 1 from drizzle.__drizzle_migrations where hash <> all(${known})`;
  if (unknown.length === 0) return;
  throw new Error(
    "This database was made by another version of Countersign, and this version does not know its tables. Nothing was changed. Start the version that made it, or another database (DATA_DIR or DATABASE_URL).",
  );
}

/** `<database>_app`: roles belong to the whole server, so the database's name keeps two installations on one server apart. */
async function makeApplicationRole(sql: postgres.Sql, password: string): Promise<string> {
  const [current] = await sql<{ name: string }[]>`
    select current_database() as name`;
  const role = `${(current?.name ?? "countersign").slice(0, 55)}_app`;
  if (!/^[\w-]+$/.test(role)) throw new Error(`The database name "${current?.name}" may have letters, digits, "_" and "-" only.`);
  const [existing] = await sql`select 1 from pg_roles where rolname = ${role}`;
  const login = `login password '${password.replaceAll("'", "''")}'`;
  // An owner without superuser may say what a new role must not be, and not repeat it of one that is there; the start looks (`assertTenantIsolation`).
  const statement = existing ? `alter role "${role}" ${login}` : `create role "${role}" nosuperuser nocreatedb nocreaterole ${login}`;
  try {
    await sql.unsafe(statement);
  } catch (error) {
    throw new Error(`The role of DATABASE_URL may not create the application's role "${role}" (${messageOf(error)}). Give it CREATEROLE.`, {
      cause: error,
    });
  }
  return role;
}

async function prepareQueue(adminUrl: string, sql: postgres.Sql, appRole: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
    // BullMQ makes a queue's sequence when it is used first, by whoever uses it.
    for (const name of QUEUE_NAMES) await client.query(`select ${QUEUE_SCHEMA}.next_job_id($1)`, [name]);
  } finally {
    await client.end();
  }
  await sql.unsafe(`
    grant usage on schema ${QUEUE_SCHEMA} to "${appRole}";
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to "${appRole}";
    grant usage, select on all sequences in schema ${QUEUE_SCHEMA} to "${appRole}";
    grant execute on all functions in schema ${QUEUE_SCHEMA} to "${appRole}";`);
}

function withCredentials(url: string, user: string, password: string): string {
  const parsed = new URL(url);
  parsed.username = user;
  parsed.password = password;
  return parsed.href;
}
