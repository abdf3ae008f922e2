import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runAgent } from "#lib/agent/run-agent.ts";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { hub } from "#lib/events/hub.ts";
import type { Notice } from "#lib/events/notify.ts";
import type { RunId } from "#lib/ids.ts";
import { changeRole } from "#lib/members/change-role.ts";
import { removeMember } from "#lib/members/remove-member.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { findUndrivenRuns } from "#lib/runs/find-undriven-runs.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { clock, firingsOf, insertSchedule, type RawSchedule } from "#lib/testing/schedule-scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { createSchedule } from "./create-schedule.ts";
import { fireSchedule } from "./fire-schedule.ts";
import { getSchedule } from "./get-schedule.ts";
import { listScheduleRuns } from "./list-schedule-runs.ts";
import { listSchedules } from "./list-schedules.ts";
import { runScheduleNow } from "./run-schedule-now.ts";
import { tickSchedules } from "./tick-schedules.ts";
import { updateSchedule } from "./update-schedule.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());
beforeEach(async () => {
  scene = await createScene();
});

const at = (time: string) => new Date(`2027-03-10T${time}Z`);
const script = (...steps: unknown[]) => `Go.\n#script ${JSON.stringify(steps)}`;
const shell = (command: string) => ({ calls: [{ tool: "shell", args: { command } }] });

/** One schedule every ten minutes, fired at nine and once more for every further time. */
async function fireAt(raw: RawSchedule, ...times: string[]): Promise<(RunId | null)[]> {
  await insertSchedule(scene.ours.member, { cron: "*/10 * * * *", nextRunAt: at("09:00:00"), ...raw });
  const runs: (RunId | null)[] = [];
  for (const time of times) runs.push(await tickAndFire(time));
  return runs;
}

async function tickAndFire(time: string): Promise<RunId | null> {
  const { fired } = await tickSchedules(at(time));
  const ours = fired.filter(({ tenantId }) => tenantId === scene.ours.id);
  let last: RunId | null = null;
  for (const { tenantId, scheduleRunId } of ours) last = await fireSchedule(tenantId, scheduleRunId);
  return last;
}

async function drive(runId: RunId | null | undefined): Promise<void> {
  const claimed = runId && (await claimRun(scene.ours.id, runId));
  if (claimed) await runAgent(claimed);
}

const history = async () =>
  (await firingsOf(scene.ours.id)).map(({ cause, status, scheduledFor }) => `${clock(scheduledFor)} ${cause} ${status}`);

describe("a firing", () => {
  it("is a run of its own kind in the schedule's chat, answered by the same loop", async () => {
    const { member } = scene.ours;
    const { id, chatId } = await createSchedule(
      member.ctx,
      { prompt: script({ text: "All is well." }), name: "Look", cron: "*/10 * * * *", missed: "once", overlap: "skip" },
      { now: at("08:55:00") },
    );
    const runId = await tickAndFire("09:00:00");
    await drive(runId);
    expect(await getRun(member.ctx, { runId: runId as RunId })).toMatchObject({ trigger: "schedule", status: "succeeded", chatId });
    expect(await firingsOf(scene.ours.id)).toMatchObject([{ scheduleId: id, status: "succeeded", runId }]);
    const messages = await member.ctx.db.sql((sql) => sql`select role, parts from messages where chat_id = ${chatId} order by seq`);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(JSON.stringify(messages[1]?.parts)).toContain("All is well.");
  });

  it("begins once, however often and however many at a time the queue delivers it", async () => {
    await insertSchedule(scene.ours.member, { cron: "0 9 * * *", nextRunAt: at("09:00:00") });
    const { fired } = await tickSchedules(at("09:00:00"));
    const ours = fired.find(({ tenantId }) => tenantId === scene.ours.id);
    if (!ours) throw new Error("nothing fired");
    const begun = await Promise.all(Array.from({ length: 8 }, () => fireSchedule(ours.tenantId, ours.scheduleRunId)));
    expect(begun.filter((runId) => runId !== null)).toHaveLength(1);
    const [runs] = await scene.ours.member.ctx.db.sql(
      (sql) => sql`select count(*)::int as count from runs where tenant_id = ${scene.ours.id}`,
    );
    expect(runs?.count).toBe(1);
  });

  it("is not in its own way when it is delivered again and again to a schedule that replaces what runs", async () => {
    await insertSchedule(scene.ours.member, { cron: "0 9 * * *", nextRunAt: at("09:00:00"), overlap: "replace" });
    const { fired } = await tickSchedules(at("09:00:00"));
    const ours = fired.find(({ tenantId }) => tenantId === scene.ours.id);
    if (!ours) throw new Error("nothing fired");
    await Promise.all(Array.from({ length: 8 }, () => fireSchedule(ours.tenantId, ours.scheduleRunId)));
    const runs = await scene.ours.member.ctx.db.sql((sql) => sql`select status from runs where tenant_id = ${scene.ours.id}`);
    expect(runs).toEqual([{ status: "queued" }]);
    expect(await history()).toEqual(["09:00 due queued"]);
  });

  it("parks on an approval like any other run, and its history tells so and how it ended", async () => {
    const { member, approver } = scene.ours;
    const [runId] = await fireAt({ prompt: script(shell("echo made > made.txt"), { text: "Made." }) }, "09:00:00");
    await drive(runId);
    expect(await history()).toEqual(["09:00 due awaiting-approval"]);
    const { items } = await listApprovals(approver.ctx, { status: "pending", limit: 10 });
    const approval = items[0];
    if (!approval) throw new Error("no approval");
    expect(approval).toMatchObject({ runId, tool: "shell" });
    await decideApproval(approver.ctx, {
      approvalId: approval.id,
      decision: "deny",
      inputDigest: approval.inputDigest,
      reason: "Not today.",
    });
    await driveGranted(member, runId as RunId);
    expect(await history()).toEqual(["09:00 due succeeded"]);
  });

  it("tells whoever looks at its history when it waits, and when it ends", async () => {
    const { member, approver } = scene.ours;
    const seen: string[] = [];
    const look = (notice: Notice) => {
      if (notice.type !== "schedule-changed" || notice.tenantId !== scene.ours.id) return;
      void firingsOf(scene.ours.id).then((firings) => seen.push(...firings.map(({ status }) => status)));
    };
    await hub().listen();
    hub().on("notice", look);
    const [runId] = await fireAt({ prompt: script(shell("echo no"), { text: "Well." }) }, "09:00:00");
    await drive(runId);
    await vi.waitFor(() => expect(seen).toContain("awaiting-approval"), { timeout: 5_000 });
    const { items } = await listApprovals(approver.ctx, { status: "pending", limit: 1 });
    const [{ id: approvalId, inputDigest }] = items as [(typeof items)[number]];
    await decideApproval(approver.ctx, { approvalId, decision: "deny", inputDigest });
    await driveGranted(member, runId as RunId);
    await vi.waitFor(() => expect(seen.at(-1)).toBe("succeeded"), { timeout: 5_000 });
    hub().off("notice", look);
  });

  it("goes on in a new chat when somebody deleted the old one", async () => {
    const { member } = scene.ours;
    const { id, chatId } = await createSchedule(
      member.ctx,
      { prompt: "Look.", cron: "*/10 * * * *", missed: "once", overlap: "skip" },
      { now: at("08:55:00") },
    );
    await member.ctx.db.sql((sql) => sql`update chats set deleted_at = now() where id = ${chatId}`);
    const runId = await tickAndFire("09:00:00");
    const run = await getRun(member.ctx, { runId: runId as RunId });
    expect(run.chatId).not.toBe(chatId);
    expect((await getSchedule(member.ctx, { id })).chatId).toBe(run.chatId);
  });

  it("waits behind a person's message in the same chat", async () => {
    const { member } = scene.ours;
    const { chatId } = await createSchedule(
      member.ctx,
      { prompt: "Look.", cron: "*/10 * * * *", missed: "once", overlap: "skip" },
      { now: at("08:55:00") },
    );
    await member.ctx.db.sql((sql) => sql`update chats set active_run_id = gen_random_uuid() where id = ${chatId}`);
    const runId = await tickAndFire("09:00:00");
    expect(await getRun(member.ctx, { runId: runId as RunId })).toMatchObject({ status: "queued" });
    expect(await claimRun(scene.ours.id, runId as RunId)).toBeNull();
  });
});

describe("whose rights it has", () => {
  it("flags the schedule at once when its creator is removed or may only read, and nothing of it fires", async () => {
    const { member, approver, owner } = scene.ours;
    const ids = await Promise.all(
      [member, approver].map((creator) => insertSchedule(creator, { cron: "*/10 * * * *", nextRunAt: at("09:00:00") })),
    );
    await removeMember(owner.ctx, member.userId);
    await changeRole(owner.ctx, approver.userId, "auditor");
    const flagged = { status: "broken", nextRunAt: null, brokenReason: expect.stringContaining("no longer a member") };
    for (const id of ids) expect(await getSchedule(owner.ctx, { id })).toMatchObject(flagged);
    await tickSchedules(at("09:10:00"));
    expect(await history()).toEqual([]);
  });

  it("denies a firing that was taken before its creator left, and flags the schedule", async () => {
    const { member, owner } = scene.ours;
    const id = await insertSchedule(member, { cron: "*/10 * * * *", nextRunAt: at("09:00:00") });
    const { fired } = await tickSchedules(at("09:00:00"));
    await removeMember(owner.ctx, member.userId);
    for (const { tenantId, scheduleRunId } of fired) expect(await fireSchedule(tenantId, scheduleRunId)).toBeNull();
    expect(await firingsOf(scene.ours.id)).toMatchObject([
      { status: "skipped", reason: expect.stringContaining("no longer a member"), runId: null },
    ]);
    expect(await getSchedule(owner.ctx, { id })).toMatchObject({
      status: "broken",
      nextRunAt: null,
      brokenReason: expect.stringContaining("no longer a member"),
    });
    await tickSchedules(at("09:10:00"));
    expect(await history()).toHaveLength(1);
  });

  it("denies it when its creator may only read now", async () => {
    const { member } = scene.ours;
    await insertSchedule(member, { cron: "*/10 * * * *", nextRunAt: at("09:00:00") });
    await member.ctx.db.sql(
      (sql) => sql`update memberships set role = 'auditor' where tenant_id = ${scene.ours.id} and user_id = ${member.userId}`,
    );
    expect(await tickAndFire("09:00:00")).toBeNull();
    expect(await history()).toEqual(["09:00 due skipped"]);
  });
});

describe("a firing that is due while the one before runs", () => {
  it("is skipped by default, with the reason", async () => {
    const runs = await fireAt({}, "09:00:00", "09:10:00");
    expect(runs[1]).toBeNull();
    expect(await history()).toEqual(["09:00 due queued", "09:10 due skipped"]);
    expect((await firingsOf(scene.ours.id))[1]?.reason).toBe("The run of 2027-03-10T09:00:00.000Z had not ended.");
    await drive(runs[0]);
    expect(await tickAndFire("09:20:00")).not.toBeNull();
  });

  it("is skipped while the one before waits for a person, and says so", async () => {
    const [first] = await fireAt({ prompt: script(shell("echo hi")) }, "09:00:00");
    await drive(first);
    expect(await tickAndFire("09:10:00")).toBeNull();
    expect((await firingsOf(scene.ours.id))[1]?.reason).toContain("still waits for a person's approval");
  });

  it("waits its turn when told to queue, and follows by itself", async () => {
    const [first, second] = await fireAt({ overlap: "queue", prompt: script({ text: "Done." }) }, "09:00:00", "09:10:00");
    expect(await history()).toEqual(["09:00 due queued", "09:10 due queued"]);
    await drive(first);
    expect(await getRun(scene.ours.member.ctx, { runId: second as RunId })).toMatchObject({ status: "succeeded" });
    expect(await history()).toEqual(["09:00 due succeeded", "09:10 due succeeded"]);
  });

  it("takes the chat in the order of its line, and is found by the sweep when nobody heard of it, however old those behind it are", async () => {
    const { member, id: tenantId } = scene.ours;
    await insertSchedule(member, { cron: "* * * * *", nextRunAt: at("08:50:00"), missed: "all", overlap: "queue" });
    const { fired } = await tickSchedules(at("08:59:30"));
    const ours = fired.filter((firing) => firing.tenantId === tenantId);
    expect(ours).toHaveLength(10);
    await Promise.all(ours.map(({ scheduleRunId }) => fireSchedule(tenantId, scheduleRunId)));
    const line = await member.ctx.db.sql(
      (sql) => sql<{ id: RunId; isFirst: boolean }[]>`
        select r.id, c.active_run_id = r.id as "isFirst" from runs r join chats c on c.id = r.chat_id and c.tenant_id = r.tenant_id
         where r.tenant_id = ${tenantId} order by r.created_at, not c.active_run_id = r.id`,
    );
    expect(line.map(({ isFirst }) => isFirst)).toEqual([true, ...Array.from({ length: 9 }, () => false)]);
    await member.ctx.db.sql(async (sql) => {
      await sql`update runs set created_at = created_at - interval '1 minute' where tenant_id = ${tenantId}`;
      await sql`update runs set created_at = created_at - interval '1 minute' where tenant_id = ${tenantId} and id <> ${line[0]?.id as RunId}`;
    });
    const found = await findUndrivenRuns({ withParked: false });
    const claims = await Promise.all(found.filter((run) => run.tenantId === tenantId).map(({ runId }) => claimRun(tenantId, runId)));
    expect(claims.flatMap((claim) => claim?.lease.runId ?? [])).toEqual([line[0]?.id]);
  });

  it("says behind what it waits: a run that has not ended, or that waits for a person", async () => {
    const { member } = scene.ours;
    const [first, second] = await fireAt({ overlap: "queue", prompt: script(shell("echo hi")) }, "09:00:00", "09:10:00");
    const [schedule] = (await listSchedules(member.ctx, { limit: 1 })).items;
    if (!schedule || !second) throw new Error("Nothing was fired.");
    const reasons = async () => (await listScheduleRuns(member.ctx, { id: schedule.id, limit: 10 })).items.map(({ reason }) => reason);
    expect(await reasons()).toEqual(["Waits its turn: what was asked before it in its chat has not ended.", null]);
    await drive(first);
    expect(await reasons()).toEqual(["Waits its turn: what was asked before it in its chat still waits for a person's approval.", null]);
  });

  it("takes its place when told to replace", async () => {
    const [first, second] = await fireAt({ overlap: "replace", prompt: script({ text: "Done." }) }, "09:00:00", "09:10:00");
    await drive(second);
    expect(await getRun(scene.ours.member.ctx, { runId: first as RunId })).toMatchObject({ status: "cancelled" });
    expect(await history()).toEqual(["09:00 due cancelled", "09:10 due succeeded"]);
  });

  it("says of a run that was replaced what took its place, by the clock and by hand, before it began and under way", async () => {
    const { member } = scene.ours;
    const prompt = script({ text: 1_000, rate: 50 });
    const [, second] = await fireAt({ overlap: "replace", prompt }, "09:00:00", "09:10:00");
    const driven = drive(second);
    await vi.waitFor(async () => expect(await getRun(member.ctx, { runId: second as RunId })).toMatchObject({ status: "running" }));
    const [schedule] = (await listSchedules(member.ctx, { limit: 1 })).items;
    if (!schedule) throw new Error("No schedule.");
    const { runId: third } = await runScheduleNow(member.ctx, { id: schedule.id });
    const told = async () =>
      (await listScheduleRuns(member.ctx, { id: schedule.id, limit: 10 })).items.map(({ cause, status, reason }) => [
        cause,
        status,
        reason,
      ]);
    await vi.waitFor(async () =>
      expect((await told()).slice(0, 2)).toEqual([
        ["due", "cancelled", "Replaced by a run that was begun by hand."],
        ["due", "cancelled", `Replaced by the run of ${at("09:10:00").toISOString()}.`],
      ]),
    );
    await cancelRun(member.ctx, { runId: third });
    await driven;
    expect((await told())[2]).toEqual(["manual", "cancelled", null]);
  });

  it("leaves a dry run alone when it takes the place of another, by the clock and by hand", async () => {
    const { member } = scene.ours;
    const [first] = await fireAt({ overlap: "replace", prompt: script({ text: "Done." }) }, "09:00:00");
    const [schedule] = (await listSchedules(member.ctx, { limit: 1 })).items;
    if (!schedule) throw new Error("No schedule.");
    const { runId: dry } = await runScheduleNow(member.ctx, { id: schedule.id, dryRun: true });
    const second = await tickAndFire("09:10:00");
    const third = await runScheduleNow(member.ctx, { id: schedule.id });
    const statuses = await Promise.all([first, dry, second, third.runId].map((runId) => getRun(member.ctx, { runId: runId as RunId })));
    expect(statuses.map(({ status }) => status)).toEqual(["cancelled", "queued", "cancelled", "queued"]);
  });

  it("names the run that is in the way, and no dry run", async () => {
    const { member } = scene.ours;
    const id = await insertSchedule(member, { cron: "0 9 * * *", nextRunAt: at("09:00:00") });
    await runScheduleNow(member.ctx, { id, dryRun: true });
    const { runId } = await runScheduleNow(member.ctx, { id });
    await expect(runScheduleNow(member.ctx, { id })).rejects.toMatchObject({ code: "run_in_progress", facts: { runId } });
  });

  it("stops the one before and begins in one moment: what fails between leaves both as they were, and the next delivery does both", async () => {
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    try {
      const [first] = await fireAt({ overlap: "replace", prompt: script({ text: "Done." }) }, "09:00:00");
      await admin.unsafe(`
        create function no_stop() returns trigger language plpgsql as $$ begin raise exception 'planted fault'; end $$;
        create trigger no_stop before insert on audit_entries for each row when (new.action = 'run-stop') execute function no_stop()`);
      await expect(tickAndFire("09:10:00")).rejects.toThrow("planted fault");
      expect(await firingsOf(scene.ours.id)).toMatchObject([{ runId: first }, { status: "queued", runId: null }]);
      expect(await getRun(scene.ours.member.ctx, { runId: first as RunId })).toMatchObject({ status: "queued" });
      await admin.unsafe("drop function no_stop() cascade");
      const [, second] = await firingsOf(scene.ours.id);
      await drive(second && (await fireSchedule(scene.ours.id, second.id)));
      expect(await history()).toEqual(["09:00 due cancelled", "09:10 due succeeded"]);
    } finally {
      await admin.unsafe("drop function if exists no_stop() cascade");
      await admin.end();
    }
  });
});

describe("an edit between due time and beginning", () => {
  const taken = async () => {
    const id = await insertSchedule(scene.ours.member, { cron: "*/10 * * * *", nextRunAt: at("09:00:00") });
    const { fired } = await tickSchedules(at("09:00:00"));
    return { id, ours: fired.find(({ tenantId }) => tenantId === scene.ours.id) };
  };

  it.each([
    ["another time", { cron: "0 10 * * *" }, "given another time"],
    ["a pause", { status: "paused" }, "paused before"],
    ["a cancellation", { status: "cancelled" }, "cancelled before"],
  ] as const)("drops the firing of the rule before: %s", async (_, change, reason) => {
    const { id, ours } = await taken();
    await updateSchedule(scene.ours.member.ctx, { id, ...change }, { now: at("09:00:00.010") });
    expect(ours && (await fireSchedule(ours.tenantId, ours.scheduleRunId))).toBeNull();
    expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "skipped", reason: expect.stringContaining(reason) }]);
  });

  const takenOnce = async () => {
    const id = await insertSchedule(scene.ours.member, { runAt: at("09:00:00"), nextRunAt: at("09:00:00") });
    const { fired } = await tickSchedules(at("09:00:00"));
    return { id, ours: fired.find(({ tenantId }) => tenantId === scene.ours.id) };
  };

  it.each([
    ["another name", { name: "Renamed" }],
    ["another overlap", { overlap: "replace" }],
    ["the same time again, as forms send it", { name: "Renamed", runAt: "2027-03-10T09:00:00Z", timeZone: "UTC" }],
  ] as const)("leaves a single time that was taken its run: %s", async (_, change) => {
    const { id, ours } = await takenOnce();
    expect(await updateSchedule(scene.ours.member.ctx, { id, ...change }, { now: at("09:00:00.010") })).toMatchObject({
      status: "completed",
    });
    expect(ours && (await fireSchedule(ours.tenantId, ours.scheduleRunId))).not.toBeNull();
    expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "queued" }]);
  });

  it.each([
    ["another time", { runAt: "2027-03-10T10:00:00Z" }, { status: "active", nextRunAt: at("10:00:00") }],
    ["a pause", { status: "paused" }, { status: "paused", nextRunAt: null }],
    ["a cancellation", { status: "cancelled" }, { status: "cancelled", nextRunAt: null }],
  ] as const)("comes in time for a single time whose run has not begun: %s", async (_, change, expected) => {
    const { id, ours } = await takenOnce();
    expect(await updateSchedule(scene.ours.member.ctx, { id, ...change }, { now: at("09:00:00.010") })).toMatchObject(expected);
    expect(ours && (await fireSchedule(ours.tenantId, ours.scheduleRunId))).toBeNull();
    expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "skipped" }]);
  });

  it("comes too late for a single time whose run has begun", async () => {
    const { id, ours } = await takenOnce();
    expect(ours && (await fireSchedule(ours.tenantId, ours.scheduleRunId))).not.toBeNull();
    const { ctx } = scene.ours.member;
    await expect(updateSchedule(ctx, { id, status: "paused" }, { now: at("09:00:01") })).rejects.toMatchObject({
      code: "illegal_transition",
    });
    expect(await firingsOf(scene.ours.id)).toMatchObject([{ status: "queued" }]);
  });

  it("fires with the new words when only those changed", async () => {
    const { id, ours } = await taken();
    await updateSchedule(scene.ours.member.ctx, { id, prompt: "The new words." }, { now: at("09:00:00.010") });
    const runId = ours && (await fireSchedule(ours.tenantId, ours.scheduleRunId));
    const [message] = await scene.ours.member.ctx.db.sql(
      (sql) => sql`select parts from messages where id = (select user_message_id from runs where id = ${runId as RunId})`,
    );
    expect(JSON.stringify(message?.parts)).toContain("The new words.");
  });
});
