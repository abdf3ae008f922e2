import { runAgent } from "#lib/agent/run-agent.ts";
import { JOBS } from "#lib/queue/index.ts";
import { claimRun } from "#lib/runs/claim-run.ts";

/** Drives a run until it ends, waits for a person, or is another's. A run that somebody else has, or that ended, is left alone. */
export async function run(payload: unknown): Promise<void> {
  const { tenantId, runId } = JOBS.run.parse(payload);
  const claimed = await claimRun(tenantId, runId);
  if (claimed) await runAgent(claimed);
}
