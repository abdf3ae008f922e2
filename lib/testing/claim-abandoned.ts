import type { RunId } from "#lib/ids.ts";
import { type ClaimedRun, claimRun } from "#lib/runs/claim-run.ts";
import type { SceneMember } from "./scene.ts";

const MAX_ATTEMPTS = 20;

/**
 * Takes a run as the driver after one that died: the lease of the first has run out. Here the first lives in the same process, and a beat that was on
 * its way renews the lease once more.
 */
export async function claimAbandoned({ ctx }: SceneMember, runId: RunId): Promise<ClaimedRun> {
  const { tenantId, db } = ctx;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await db.sql((sql) => sql`update runs set lease_until = now() - interval '1 second' where tenant_id = ${tenantId} and id = ${runId}`);
    const claimed = await claimRun(tenantId, runId);
    if (claimed) return claimed;
  }
  throw new Error("Its driver did not lose the run.");
}
