import postgres from "postgres";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { systemSql } from "#db/system.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { clock, firingsOf, insertSchedule } from "#lib/testing/schedule-scene.ts";
import { getSchedule } from "./get-schedule.ts";
import { healSchedules } from "./heal-schedules.ts";
import { tickSchedules } from "./tick-schedules.ts";
import { updateSchedule } from "./update-schedule.ts";

let scene: Scene;
beforeEach(async () => {
  // A tick takes what is due in every organization; the clock of these tests goes far.
  await systemSql((sql) => sql`delete from schedules`);
  scene = await createScene();
});

const at = (time: string) => new Date(`2027-03-10T${time}Z`);

describe("a tick", () => {
  it("fires what is due and moves it on to its next time", async () => {
    const { member, id: tenantId } = scene.ours;
    const id = await insertSchedule(member, { cron: "*/10 * * * *", nextRunAt: at("09:00:00") });
    await tickSchedules(at("08:59:59.999"));
    expect(await firingsOf(tenantId)).toEqual([]);
    await tickSchedules(at("09:00:00.020"));
    expect(await firingsOf(tenantId)).toMatchObject([{ scheduleId: id, cause: "due", status: "queued", scheduledFor: at("09:00:00") }]);
    expect((await getSchedule(member.ctx, { id })).nextRunAt).toEqual(at("09:10:00"));
  });

  it("names what it fired by id, and says when the next one is due", async () => {
    const { member, id: tenantId } = scene.ours;
    await insertSchedule(member, { cron: "0 * * * *", nextRunAt: at("09:00:00") });
    const tick = await tickSchedules(at("09:00:00"));
    const [firing] = await firingsOf(tenantId);
    expect(tick.fired).toContainEqual({ tenantId, scheduleRunId: firing?.id });
    expect(tick.nextDueAt && tick.nextDueAt <= at("10:00:00")).toBe(true);
  });

  it("fires a single time once and completes its schedule", async () => {
    const { member, id: tenantId } = scene.ours;
    const runAt = new Date("2028-02-29T07:00:00Z");
    const id = await insertSchedule(member, { runAt, nextRunAt: runAt });
    for (const now of ["2027-02-28T07:00:00Z", "2028-02-29T07:00:01Z", "2028-02-29T07:00:02Z", "2029-02-28T07:00:00Z"]) {
      await tickSchedules(new Date(now));
    }
    expect((await firingsOf(tenantId)).map(({ cause, scheduledFor }) => ({ cause, scheduledFor }))).toEqual([
      { cause: "due", scheduledFor: runAt },
    ]);
    expect(await getSchedule(member.ctx, { id })).toMatchObject({ status: "completed", nextRunAt: null });
  });

  it("fires a single time once also when somebody activates its schedule again in the moment after", async () => {
    const { member, id: tenantId } = scene.ours;
    const runAt = at("09:00:00");
    const id = await insertSchedule(member, { runAt, nextRunAt: runAt });
    await tickSchedules(at("09:00:00.020"));
    const again = updateSchedule(member.ctx, { id, status: "active" }, { now: at("09:00:03") });
    await expect(again).rejects.toMatchObject({ code: "invalid_request", facts: { issues: [{ path: "runAt" }] } });
    await expect(again).rejects.toThrow(/2027-03-10T09:00:00.000Z, has been taken already; give it another time, or run it now/);
    await tickSchedules(at("09:00:30"));
    expect(await firingsOf(tenantId)).toHaveLength(1);
    expect(await getSchedule(member.ctx, { id })).toMatchObject({ status: "completed" });
    const other = await updateSchedule(member.ctx, { id, status: "active", runAt: "2027-03-10T09:00:31Z" }, { now: at("09:00:32") });
    expect(other).toMatchObject({ status: "active", nextRunAt: at("09:00:31") });
  });

  it("leaves drafts, paused and ended schedules alone", async () => {
    const { member, id: tenantId } = scene.ours;
    for (const status of ["draft", "paused", "cancelled", "completed", "archived", "broken"]) {
      await insertSchedule(member, { cron: "* * * * *", nextRunAt: at("09:00:00"), status });
    }
    await tickSchedules(at("09:00:01"));
    expect(await firingsOf(tenantId)).toEqual([]);
  });

  it("fires each due time once, although four tick at the same moment, fifty times", async () => {
    const { member, id: tenantId } = scene.ours;
    for (let index = 0; index < 20; index += 1) await insertSchedule(member, { cron: "* * * * *", nextRunAt: at("09:00:00") });
    for (let minute = 0; minute < 50; minute += 1) {
      const now = new Date(at("09:00:00").getTime() + minute * 60_000 + 30);
      await Promise.all([tickSchedules(now), tickSchedules(now), tickSchedules(now), tickSchedules(now)]);
    }
    const firings = await firingsOf(tenantId);
    expect(firings).toHaveLength(20 * 50);
    expect(new Set(firings.map(({ scheduleId, scheduledFor }) => `${scheduleId} ${scheduledFor.toISOString()}`)).size).toBe(20 * 50);
  });

  it("marks rows that cannot be read as broken, with the reason, and fires the healthy ones beside them", async () => {
    const { member, id: tenantId } = scene.ours;
    const bad = [
      await insertSchedule(member, { cron: "*/0 * * * *", nextRunAt: at("09:00:00") }),
      await insertSchedule(member, { cron: "0 9 * *", nextRunAt: at("09:00:00") }),
      await insertSchedule(member, { cron: "0 9 * * *", timeZone: "Mars/Phobos", nextRunAt: at("09:00:00") }),
      await insertSchedule(member, { cron: "0 9 * * *", runAt: at("09:00:00"), nextRunAt: at("09:00:00") }),
      await insertSchedule(member, { everyMs: 1, nextRunAt: at("09:00:00") }),
    ];
    for (let index = 0; index < 20; index += 1) await insertSchedule(member, { cron: "0 9 * * *", nextRunAt: at("09:00:00") });
    await tickSchedules(at("09:00:00.500"));
    expect(await firingsOf(tenantId)).toHaveLength(20);
    for (const id of bad) {
      const schedule = await getSchedule(member.ctx, { id });
      expect(schedule).toMatchObject({ status: "broken", nextRunAt: null });
      expect(schedule.brokenReason).toMatch(/^Its rule cannot be read: ./);
    }
    const [told] = await member.ctx.db.sql(
      (sql) => sql`select count(*)::int as count from audit_entries where action = 'schedule-break' and facts->>'owner' = ${member.userId}`,
    );
    expect(told?.count).toBe(bad.length);
  });
});

describe("a schedule that cannot even be marked as broken (planted)", () => {
  it("is in nobody's way: what is due fires, the others are marked, by the tick and by the sweep", async () => {
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    const { member, id: tenantId } = scene.ours;
    const [stuck, other] = [
      await insertSchedule(member, { cron: "*/0 * * * *", nextRunAt: at("09:00:01") }),
      await insertSchedule(member, { cron: "0 9 * *", nextRunAt: at("09:00:00") }),
    ];
    const [lost, found] = [await insertSchedule(member, { cron: "*/0 * * * *" }), await insertSchedule(member, { cron: "0 9 * *" })];
    await insertSchedule(member, { cron: "0 9 * * *", nextRunAt: at("09:00:00") });
    const statuses = () => Promise.all([stuck, other, lost, found].map(async (id) => (await getSchedule(member.ctx, { id })).status));
    try {
      await admin.unsafe(`
        create function no_break() returns trigger language plpgsql as $$ begin raise exception 'planted fault'; end $$;
        create trigger no_break before update on schedules for each row when (new.status = 'broken' and new.id in ('${stuck}', '${lost}')) execute function no_break()`);
      const { fired } = await tickSchedules(at("09:00:02"));
      expect(fired.filter((firing) => firing.tenantId === tenantId)).toHaveLength(1);
      await healSchedules(at("09:00:02"));
      expect(await statuses()).toEqual(["active", "broken", "active", "broken"]);
    } finally {
      await admin.unsafe("drop function if exists no_break() cascade");
      await admin.end();
    }
    await tickSchedules(at("09:00:03"));
    await healSchedules(at("09:00:03"));
    expect(await statuses()).toEqual(["broken", "broken", "broken", "broken"]);
  });
});

describe("the clock of a tick", () => {
  it.each([-3, 3])("is the database's: a worker whose own is %i hours off fires what is due, and nothing else", async (hours) => {
    const { member, id: tenantId } = scene.ours;
    const now = Date.now();
    const due = await insertSchedule(member, { cron: "0 0 1 1 *", nextRunAt: new Date(now - 1_000) });
    await insertSchedule(member, { cron: "0 0 1 1 *", nextRunAt: new Date(now + 3_600_000) });
    vi.useFakeTimers({ toFake: ["Date"], now: now + hours * 3_600_000 });
    const { untilNextMs } = await tickSchedules().finally(() => vi.useRealTimers());
    expect(await firingsOf(tenantId)).toMatchObject([{ scheduleId: due, cause: "due", status: "queued" }]);
    expect(untilNextMs).toBeGreaterThan(3_500_000);
    expect(untilNextMs).toBeLessThanOrEqual(3_600_000);
  });
});

describe("after an outage", () => {
  const outage = async (missed: string) => {
    const { member, id: tenantId } = scene.ours;
    await insertSchedule(member, { cron: "*/10 * * * *", nextRunAt: at("09:00:00"), missed });
    await tickSchedules(at("09:25:00"));
    return (await firingsOf(tenantId)).map(({ cause, status, scheduledFor }) => `${clock(scheduledFor)} ${cause} ${status}`);
  };
  const missed = ["09:00 due missed", "09:10 due missed", "09:20 due missed"];

  it("records every time that was missed and runs nothing for them when told to skip", async () => {
    expect(await outage("skip")).toEqual(missed);
  });

  it("makes up for all of them with one run by default", async () => {
    expect((await outage("once")).sort()).toEqual([...missed, "09:20 catch-up queued"].sort());
  });

  it("makes up for each of them when told so", async () => {
    const caughtUp = missed.map((record) => record.replace("due missed", "catch-up queued"));
    expect((await outage("all")).sort()).toEqual([...missed, ...caughtUp].sort());
  });

  it("lists the first hundred of a long one and says that there were more", async () => {
    const { member, id: tenantId } = scene.ours;
    const id = await insertSchedule(member, { cron: "* * * * *", nextRunAt: at("00:00:00"), missed: "skip" });
    await tickSchedules(at("12:00:30"));
    const firings = await firingsOf(tenantId);
    expect(firings).toHaveLength(100);
    expect(firings.at(-1)?.reason).toContain("2027-03-10T12:00:30.000Z");
    expect((await getSchedule(member.ctx, { id })).nextRunAt).toEqual(at("12:01:00"));
  });

  it("runs what is due now also after an outage of more times than are listed", async () => {
    const { member, id: tenantId } = scene.ours;
    await insertSchedule(member, { cron: "* * * * *", nextRunAt: at("00:00:00"), missed: "skip" });
    await tickSchedules(at("12:00:05"));
    const firings = await firingsOf(tenantId);
    expect(firings.filter(({ status }) => status === "missed")).toHaveLength(100);
    expect(firings.filter(({ status }) => status !== "missed")).toMatchObject([
      { cause: "due", status: "queued", scheduledFor: at("12:00:00") },
    ]);
    expect(firings.find(({ reason }) => reason?.includes("not listed"))?.reason).toContain("before 2027-03-10T12:00:00.000Z");
  });

  it("takes what many schedules missed in several goes, what is due now in the first of them", async () => {
    const { member, id: tenantId } = scene.ours;
    for (let index = 0; index < 60; index += 1)
      await insertSchedule(member, { cron: "* * * * *", nextRunAt: at("00:00:00"), missed: "all" });
    await insertSchedule(member, { cron: "0 12 * * *", nextRunAt: at("12:00:00") });
    const first = await tickSchedules(at("12:00:00.010"));
    expect(first.isFull).toBe(true);
    const [now] = await firingsOf(tenantId).then((firings) =>
      firings.filter(({ cause, status }) => cause === "due" && status === "queued"),
    );
    expect(now).toMatchObject({ scheduledFor: at("12:00:00") });
    const goes = [first];
    while (goes.at(-1)?.isFull) goes.push(await tickSchedules(at("12:00:00.010")));
    expect(goes.length).toBeGreaterThan(2);
    const firings = await firingsOf(tenantId);
    expect(firings.filter(({ status }) => status === "missed")).toHaveLength(60 * 100);
    expect(firings.filter(({ cause }) => cause === "catch-up")).toHaveLength(60 * 100);
    expect(firings.filter(({ cause, status }) => cause === "due" && status === "queued")).toHaveLength(61);
  });

  it("counts a time that is found a few seconds late as late, not as missed", async () => {
    const { member, id: tenantId } = scene.ours;
    await insertSchedule(member, { cron: "*/10 * * * *", nextRunAt: at("09:00:00"), missed: "skip" });
    await tickSchedules(at("09:00:12"));
    expect(await firingsOf(tenantId)).toMatchObject([{ cause: "due", status: "queued" }]);
  });
});

describe("clock changes", () => {
  const firesAt = async (cron: string, timeZone: string, from: string, until: string) => {
    const { member, id: tenantId } = scene.ours;
    const first = new Date(from);
    await insertSchedule(member, { cron, timeZone, nextRunAt: first });
    for (let now = first.getTime(); now <= new Date(until).getTime(); now += 15 * 60_000) await tickSchedules(new Date(now + 5));
    return (await firingsOf(tenantId)).map(({ scheduledFor }) => scheduledFor.toISOString());
  };

  it("fires at the end of the gap in spring, and at its usual time on the days around it", async () => {
    expect(await firesAt("30 2 * * *", "Europe/Rome", "2027-03-27T01:30:00Z", "2027-03-29T12:00:00Z")).toEqual([
      "2027-03-27T01:30:00.000Z",
      "2027-03-28T01:00:00.000Z",
      "2027-03-29T00:30:00.000Z",
    ]);
  });

  it("fires once in the hour that comes twice in autumn", async () => {
    expect(await firesAt("30 2 * * *", "Europe/Rome", "2027-10-30T00:30:00Z", "2027-11-01T12:00:00Z")).toEqual([
      "2027-10-30T00:30:00.000Z",
      "2027-10-31T00:30:00.000Z",
      "2027-11-01T01:30:00.000Z",
    ]);
  });
});
