import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { migrate } from "#db/migrate.ts";
import { ensureBuilt, NEXT } from "#scripts/build.ts";
import { freePort } from "#scripts/free-port.ts";
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { type BenchServer, startServer } from "./processes.ts";

export const API_KEY = "cs_bench_owner_key_0123456789abcdefghijklmnop";

export interface Bench {
  model: BenchServer;
  /** The bare Next route with `streamText` that stores nothing. */
  bare: BenchServer;
  /** The product's web process, on embedded PostgreSQL with fsync. */
  product: BenchServer;
  appUrl: string;
  adminUrl: string;
  /** What the product's processes are configured with. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Model server, bare route and product, side by side. `modelName` is the script that the product's chats play; `steps` gives it one. */
export async function startBench(modelName: string, steps?: object[]): Promise<Bench> {
  const quietly = { env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }, stdio: "ignore" as const };
  execFileSync(process.execPath, [NEXT, "build", "bench/baseline"], quietly);
  await ensureBuilt();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { appUrl } = await migrate(postgres.adminUrl, { appPassword: "bench".repeat(8) });
  const [modelPort, barePort, productPort] = [await freePort(), await freePort(), await freePort()];
  const model = await startServer(
    ["lib/testing/model-server/main.ts", "--port", String(modelPort), "--keep", "0", "--lenient"],
    `http://127.0.0.1:${modelPort}/v1/models`,
    {},
  );
  if (steps) {
    await fetch(`${model.url}/_scripts`, { method: "POST", body: JSON.stringify({ name: modelName, steps }) });
  }
  const shared = { NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1", OPENAI_BASE_URL: `${model.url}/v1` };
  // As empty as a new workspace is.
  const bareFolder = path.join(dataDir, "bare");
  await mkdir(bareFolder);
  const bare = await startServer(
    [NEXT, "start", "bench/baseline", "-H", "127.0.0.1", "-p", String(barePort)],
    `http://127.0.0.1:${barePort}/`,
    shared,
  );
  const environment = {
    ...shared,
    COUNTERSIGN_APP_DATABASE_URL: appUrl,
    AUTH_SECRET: "bench".repeat(8),
    DATA_DIR: dataDir,
    MODEL: `openai-compatible:${modelName}`,
    OPENAI_API_KEY: "any",
    LOG_LEVEL: "warn",
  };
  const owner = {
    ADMIN_EMAIL: "owner@example.com",
    ADMIN_PASSWORD: "correct horse battery",
    ADMIN_ORGANIZATION: "Bench",
    ADMIN_API_KEY: API_KEY,
  };
  execFileSync(process.execPath, ["bench/support/prepare.ts"], { env: { ...process.env, ...environment, ...owner } });
  const product = await startServer(
    [NEXT, "start", "-H", "127.0.0.1", "-p", String(productPort)],
    `http://127.0.0.1:${productPort}/api/health`,
    environment,
  );
  return {
    model,
    bare,
    product,
    appUrl,
    adminUrl: postgres.adminUrl,
    environment,
    async stop() {
      await Promise.all([model.stop(), bare.stop(), product.stop()]);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
