import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "#db/migrate.ts";
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { databaseUrl } from "#scripts/postgres/url.ts";

/** What the global set-up hands to every test process. */
export interface TestCluster {
  /** Superuser's address of the cluster's `postgres` database. */
  adminUrl: string;
  /** The migrated database that each test file gets a copy of. */
  template: string;
  /** Application role's address of the template: in a copy only the database's name differs. */
  templateAppUrl: string;
  /** Prefix of this run's databases, so that they can be dropped together. */
  prefix: string;
  /** Folder in which each test file's `DATA_DIR` lies; removed after the run. */
  dataRoot: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}

const LOCK = 511_902_113;
const STALE_AFTER_MS = 2 * 60 * 60 * 1000;

/**
 * Vitest global set-up of the database tests: one cluster a run (without fsync, thrown away afterwards), or the one that
 * `COUNTERSIGN_TEST_CLUSTER` names, and in it a migrated template.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await provideCluster();
  const template = await prepareTemplate(cluster.adminUrl);
  const prefix = `cs_test_${Date.now().toString(36)}_${randomBytes(3).toString("hex")}`;
  const dataRoot = await mkdtemp(path.join(os.tmpdir(), "countersign-test-data-"));
  // Sandboxed commands run as another user, who must be able to pass.
  await chmod(dataRoot, 0o755);
  project.provide("testCluster", { adminUrl: cluster.adminUrl, prefix, dataRoot, ...template });
  return async () => {
    await dropDatabases(cluster.adminUrl, (name) => name.startsWith(prefix) || isStale(name));
    await cluster.stop();
    await rm(dataRoot, { recursive: true, force: true });
  };
}

async function provideCluster(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const shared = process.env.COUNTERSIGN_TEST_CLUSTER;
  if (shared) return { adminUrl: shared, stop: async () => undefined };
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-test-"));
  const cluster = await startEmbeddedPostgres({ dataDir, durable: false });
  return {
    adminUrl: databaseUrl(cluster.adminUrl, "postgres"),
    stop: async () => {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Named for the content of `db/`: runs of different working states share a cluster without seeing each other's schema. The database's
 * comment holds the application role's address and is written last, so a template with a comment is a finished one.
 */
async function prepareTemplate(adminUrl: string): Promise<{ template: string; templateAppUrl: string }> {
  const template = `cs_template_${await contentHash(path.resolve("db"))}`;
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    const [existing] = await sql<{ comment: string | null }[]>`
      select shobj_description(oid, 'pg_database') as comment from pg_database where datname = ${template}`;
    if (existing?.comment) return { template, templateAppUrl: existing.comment };
    if (existing) await sql.unsafe(`drop database "${template}" with (force)`);
    await sql.unsafe(`create database "${template}"`);
    const { appUrl } = await migrate(databaseUrl(adminUrl, template), { appPassword: "for tests only" });
    await sql.unsafe(`comment on database "${template}" is '${appUrl}'`);
    return { template, templateAppUrl: appUrl };
  } finally {
    await sql.end();
  }
}

async function contentHash(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

/** A run that was killed leaves its databases in a shared cluster; the start time in the name tells how old they are. */
function isStale(name: string): boolean {
  const started = /^cs_test_([0-9a-z]+)_/.exec(name)?.[1];
  return started !== undefined && Date.now() - Number.parseInt(started, 36) > STALE_AFTER_MS;
}

async function dropDatabases(adminUrl: string, isOurs: (name: string) => boolean): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const databases = await sql<{ name: string }[]>`select datname as name from pg_database where datname like 'cs\\_test\\_%'`;
    for (const { name } of databases) {
      if (isOurs(name)) await sql.unsafe(`drop database if exists "${name}" with (force)`);
    }
  } finally {
    await sql.end();
  }
}
