import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunId } from "#lib/ids.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { decideApproval } from "./decide-approval.ts";
import { expireApprovals } from "./expire-approvals.ts";
import { listApprovals } from "./list-approvals.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

/** A run that waits for a decision until then; null: without limit. */
async function waitingUntil(expiresAt: Date | null): Promise<RunId> {
  const { member } = scene.ours;
  const run = await completeRun(member, [{ calls: [{ tool: "shell", args: { command: "echo hi" } }] }, { text: "Understood." }]);
  await member.ctx.db.sql((sql) => sql`update approvals set expires_at = ${expiresAt} where run_id = ${run.id}`);
  return run.id;
}
const past = () => new Date(Date.now() - 1_000);

describe("a request whose time is over", () => {
  it("is expired and not denied, the run goes on without it, and the model reads which it was", async () => {
    const runId = await waitingUntil(past());
    expect(await expireApprovals()).toBe(1);
    await driveGranted(scene.ours.member, runId);
    expect(await getRun(scene.ours.member.ctx, { runId })).toMatchObject({
      status: "succeeded",
      toolCalls: [{ status: "expired", kind: "approval_expired", outcome: { executed: false } }],
    });
    expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("REFUSED [approval_expired]");
    const [audit] = await scene.ours.member.ctx.db.sql(
      (sql) => sql`select is_system, actor_id from audit_entries where action = 'approval-expire'`,
    );
    expect(audit).toEqual({ is_system: true, actor_id: null });
  });

  it("waits without limit when no rule gave it a time, and until then when one did", async () => {
    const runs = [await waitingUntil(null), await waitingUntil(new Date(Date.now() + 60_000))];
    expect(await expireApprovals()).toBe(0);
    for (const runId of runs) expect((await getRun(scene.ours.member.ctx, { runId })).status).toBe("awaiting-approval");
  });

  it("of one organization holds up no other's when it cannot be closed (planted)", async () => {
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    try {
      const [stuck, fine] = [await waitingUntil(new Date(Date.now() - 60_000)), await waitingUntil(past())];
      await admin.unsafe(`
        create function no_expiry() returns trigger language plpgsql as $$ begin raise exception 'planted fault'; end $$;
        create trigger no_expiry before update on approvals for each row when (new.status = 'expired' and new.run_id = '${stuck}') execute function no_expiry()`);
      expect(await expireApprovals()).toBe(1);
      const status = async (runId: RunId) => (await getRun(scene.ours.member.ctx, { runId })).toolCalls[0]?.status;
      expect([await status(stuck), await status(fine)]).toEqual(["awaiting-approval", "expired"]);
      await admin.unsafe("drop function no_expiry() cascade");
      expect(await expireApprovals()).toBe(1);
    } finally {
      await admin.unsafe("drop function if exists no_expiry() cascade");
      await admin.end();
    }
  });

  it("has one end, whoever comes first: the clock, twice, or a person", async () => {
    const runId = await waitingUntil(past());
    const { items } = await listApprovals(scene.ours.approver.ctx, { status: "pending", limit: 50 });
    const approval = items.find((item) => item.runId === runId);
    if (!approval) throw new Error("no request");
    const decide = decideApproval(scene.ours.approver.ctx, {
      approvalId: approval.id,
      decision: "deny",
      inputDigest: approval.inputDigest,
    });
    const [decided, ...expired] = await Promise.allSettled([decide, expireApprovals(), expireApprovals()]);
    const closed = expired.reduce((sum, result) => sum + (result.status === "fulfilled" ? result.value : 0), 0);
    expect(closed + (decided.status === "fulfilled" ? 1 : 0)).toBe(1);
  });
});
