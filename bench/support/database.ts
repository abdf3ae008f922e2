import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { closeConnections } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { databaseUrl } from "#scripts/postgres/url.ts";

/**
 * A PostgreSQL of the bench's own, with the product's tables and nothing in them, which the product's code in this process uses from then on.
 *
 * @param durable false: commits do not wait for the disk, for what is seeded in bulk
 * @returns `sql` of its owner, whom no row is hidden from; `close` leaves nothing behind
 */
export async function openDatabase({ durable = true } = {}): Promise<{ sql: postgres.Sql; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "countersign-bench-"));
  process.env.DATA_DIR = dataDir;
  process.env.AUTH_SECRET = "a secret for the bench, long enough and never used elsewhere";
  const cluster = await startEmbeddedPostgres({ dataDir, durable });
  const adminUrl = databaseUrl(cluster.adminUrl, "postgres");
  process.env.COUNTERSIGN_APP_DATABASE_URL = (await migrate(adminUrl, { appPassword: "bench" })).appUrl;
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  const close = async () => {
    await sql.end();
    await closeConnections();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { sql, close };
}
