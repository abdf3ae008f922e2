import packageFile from "../../package.json" with { type: "json" };
import { type Check, runCheck } from "./check.ts";
import { checkDatabase } from "./check-database.ts";
import { checkModelHealth } from "./check-model-health.ts";
import { checkQueue } from "./check-queue.ts";
import { checkSandbox } from "./check-sandbox.ts";
import { checkWorker } from "./check-worker.ts";

export interface Health {
  /** `down` (503) when nobody can be served: the database is away. `degraded` when any part is not ok. */
  status: Check["status"];
  version: string;
  checks: Record<"database" | "queue" | "worker" | "sandbox" | "model", Check>;
}

/** All parts at once, in three seconds at most. A dead worker is red here 15 s later at the latest. */
export async function checkHealth(): Promise<Health> {
  const [database, queue, worker, sandbox, model] = await Promise.all(
    [checkDatabase, checkQueue, checkWorker, checkSandbox, checkModelHealth].map(runCheck),
  );
  const checks = { database, queue, worker, sandbox, model } as Health["checks"];
  return { status: overall(checks), version: packageFile.version, checks };
}

/** The same without the sentences, which name versions and addresses, for everybody but administrators. */
export function withoutDetails(health: Health): Health {
  const checks = Object.fromEntries(Object.entries(health.checks).map(([name, { status }]) => [name, { status }]));
  return { ...health, checks: checks as Health["checks"] };
}

function overall(checks: Health["checks"]): Check["status"] {
  if (checks.database.status === "down") return "down";
  return Object.values(checks).every((check) => check.status === "ok") ? "ok" : "degraded";
}
