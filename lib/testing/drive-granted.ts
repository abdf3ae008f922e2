import { runAgent } from "#lib/agent/run-agent.ts";
import type { RunId } from "#lib/ids.ts";
import { acceptLease } from "#lib/runs/claim-run.ts";
import type { SceneMember } from "./scene.ts";

/** Drives a run whose lease a decision just granted to this process, as the listener of web and worker does. */
export async function driveGranted(member: SceneMember, runId: RunId): Promise<void> {
  const { tenantId, db } = member.ctx;
  const [run] = await db.sql((sql) => sql<{ epoch: number }[]>`select epoch from runs where tenant_id = ${tenantId} and id = ${runId}`);
  const claimed = run && (await acceptLease(tenantId, runId, run.epoch));
  if (!claimed) throw new Error("The lease was not granted to this process.");
  await runAgent(claimed);
}
