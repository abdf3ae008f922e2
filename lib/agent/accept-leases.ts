import { holdPresence } from "#db/presence.ts";
import { hub } from "#lib/events/hub.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { processId } from "#lib/process-identity.ts";
import { acceptLease } from "#lib/runs/claim-run.ts";
import { singleton } from "#lib/singleton.ts";
import { runAgent } from "./run-agent.ts";

/**
 * From now on, runs that another process hands to this one (a decision does, in its own commit) are driven here at once. Safe to call often.
 * Resolves when notices arrive. A notice that is lost costs the length of a lease: then the run is free, and a sweep finds it.
 */
export function acceptLeases(): Promise<void> {
  singleton("accept-leases", () =>
    hub().on("notice", (notice) => {
      if (notice.type === "run-lease" && notice.owner === processId()) void driveGranted(notice.tenantId, notice.runId, notice.epoch);
    }),
  );
  holdPresence();
  return hub().listen();
}

async function driveGranted(tenantId: TenantId, runId: RunId, epoch: number): Promise<void> {
  try {
    const claimed = await acceptLease(tenantId, runId, epoch);
    if (claimed) await runAgent(claimed);
  } catch (error) {
    log.warn("lease-not-accepted", { runId, error });
  }
}
