import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { inject } from "vitest";
import { databaseUrl } from "#scripts/postgres/url.ts";

export interface TestDatabase {
  /** Superuser's address of this file's database: for arranging and for looking at rows from outside. */
  adminUrl: string;
  /** Application role's address: what product code in this process is connected with. */
  appUrl: string;
}

let made: Promise<TestDatabase> | undefined;

/**
 * The database of this test file: a fresh, migrated copy, made by the project's set-up file before the test file is loaded, and the same
 * one however often it is asked for. The environment of this process points product code at it (`#lib/env.ts`, `#db/client.ts`), with an
 * empty `DATA_DIR` of its own. Dropped at the end of the run.
 */
export function testDatabase(): Promise<TestDatabase> {
  made ??= makeDatabase();
  return made;
}

async function makeDatabase(): Promise<TestDatabase> {
  const cluster = inject("testCluster");
  const name = `${cluster.prefix}_${randomBytes(5).toString("hex")}`;
  const sql = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(`create database "${name}" template "${cluster.template}" strategy file_copy`);
  } finally {
    await sql.end();
  }
  const database = { adminUrl: databaseUrl(cluster.adminUrl, name), appUrl: databaseUrl(cluster.templateAppUrl, name) };
  pointProductAt(database, path.join(cluster.dataRoot, name));
  return database;
}

function pointProductAt(database: TestDatabase, dataDir: string): void {
  delete process.env.DATABASE_URL;
  delete process.env.REDIS_URL;
  process.env.COUNTERSIGN_APP_DATABASE_URL = database.appUrl;
  process.env.AUTH_SECRET = "a secret for tests, long enough and never used elsewhere";
  mkdirSync(dataDir, { mode: 0o755 });
  process.env.DATA_DIR = dataDir;
}
