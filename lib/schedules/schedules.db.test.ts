import { beforeAll, describe, expect, it } from "vitest";
import { DELETE, GET, PATCH } from "#app/api/schedules/[id]/route.ts";
import { POST as RUN } from "#app/api/schedules/[id]/run/route.ts";
import { GET as RUNS } from "#app/api/schedules/[id]/runs/route.ts";
import { POST as PREVIEW } from "#app/api/schedules/preview/route.ts";
import { GET as LIST, POST } from "#app/api/schedules/route.ts";
import { newId } from "#lib/ids.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, createSceneMember, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { firingsOf, insertSchedule } from "#lib/testing/schedule-scene.ts";
import type { ScheduleChange } from "./schedule-input.ts";
import { SCHEDULE_STATUSES, TRANSITIONS } from "./states.ts";
import { updateSchedule } from "./update-schedule.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

const weekdays = { name: "Report", prompt: "Write the report.", cron: "0 9 * * 1-5", timeZone: "Europe/Madrid" };
const create = ({ apiKey }: SceneMember, body: unknown = weekdays) => callRoute(POST, { method: "POST", body, apiKey });
const patch = ({ apiKey }: SceneMember, id: string, body: unknown) => callRoute(PATCH, { method: "PATCH", params: { id }, body, apiKey });

describe("making a schedule", () => {
  it("is active at once for a person, with its next run and a chat of its own", async () => {
    const { status, body } = await create(scene.ours.member);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...weekdays,
      runAt: null,
      everyMs: null,
      status: "active",
      createdBy: scene.ours.member.userId,
      missed: "once",
      overlap: "skip",
      description: "every weekday at 09:00, Europe/Madrid",
      isMadeByModel: false,
    });
    expect(Date.parse(body.nextRunAt)).toBeGreaterThan(Date.now());
    const [chat] = await scene.ours.member.ctx.db.sql((sql) => sql`select title, created_by from chats where id = ${body.chatId}`);
    expect(chat).toEqual({ title: "Report", created_by: scene.ours.member.userId });
  });

  it("takes a single time with its own offset, and a local one in the zone that is given", async () => {
    const withOffset = await create(scene.ours.member, { prompt: "Once.", runAt: "2098-07-01T09:00:00+02:00" });
    expect(withOffset.body).toMatchObject({
      name: "Once.",
      runAt: "2098-07-01T07:00:00.000Z",
      nextRunAt: "2098-07-01T07:00:00.000Z",
      timeZone: "UTC",
    });
    const local = await create(scene.ours.member, { prompt: "Once.", runAt: "2027-07-01T09:00", timeZone: "Europe/Madrid" });
    expect(local.body.runAt).toBe("2027-07-01T07:00:00.000Z");
  });

  it.each([
    ["six fields", { cron: "* * * * * *" }, "cron", /six fields/],
    ["four fields", { cron: "0 9 * *" }, "cron", /4 fields/],
    ["a minute that does not exist", { cron: "99 * * * *" }, "cron", /minute/],
    ["a date that never comes", { cron: "0 0 31 2 *" }, "cron", /never occurs|cannot be read/],
    ["an interval of nothing", { everyMs: 0 }, "everyMs", /60000/],
    ["a negative interval", { everyMs: -5 }, "everyMs", /60000/],
    ["an interval of a millisecond", { everyMs: 1 }, "everyMs", /60000/],
    ["a time that has passed", { runAt: "2020-01-01T00:00:00Z" }, "runAt", /in the past; it is 20/],
    ["a time without a zone", { runAt: "2098-01-01T00:00:00" }, "runAt", /has no zone/],
    ["a zone that does not exist", { cron: "0 9 * * *", timeZone: "Mars/Phobos" }, "timeZone", /Mars\/Phobos/],
    ["an offset for a zone", { cron: "0 9 * * *", timeZone: "UTC+2" }, "timeZone", /UTC\+2/],
    ["two forms at once", { cron: "0 9 * * *", everyMs: 60_000 }, "everyMs|cron", /exactly one/],
    ["no form at all", {}, "cron", /exactly one/],
  ])("refuses %s, says why, and stores nothing", async (_, timing, path, message) => {
    const before = await callRoute(LIST, { apiKey: scene.ours.owner.apiKey });
    const { status, body } = await create(scene.ours.owner, { prompt: "Do it.", ...timing });
    expect([status, body.code]).toEqual([400, "invalid_request"]);
    expect(body.issues[0].path).toMatch(new RegExp(path));
    expect(body.issues[0].message).toMatch(message);
    expect((await callRoute(LIST, { apiKey: scene.ours.owner.apiKey })).body.total).toBe(before.body.total);
  });

  it("refuses an empty prompt, unknown keys and an auditor", async () => {
    expect((await create(scene.ours.member, { ...weekdays, prompt: "  " })).status).toBe(400);
    expect((await create(scene.ours.member, { ...weekdays, colour: "red" })).status).toBe(400);
    expect((await create(scene.ours.auditor)).status).toBe(403);
  });

  it("names the limit to whoever has reached it, also when two are made at the same moment", async () => {
    const busy = await createSceneMember(scene.ours.id, "member");
    for (let made = 0; made < 99; made += 1) await insertSchedule(busy, { cron: "0 0 1 1 *" });
    const both = await Promise.all([create(busy), create(busy)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "conflict", limit: 100, detail: expect.stringContaining("100 schedules") });
  });
});

describe("another organization", () => {
  it("does not see it, and gets the answer for an id that never existed from every call", async () => {
    const { body } = await create(scene.ours.member);
    const { apiKey } = scene.theirs.owner;
    const calls = (id: string) => [
      callRoute(GET, { params: { id }, apiKey }),
      callRoute(PATCH, { method: "PATCH", params: { id }, body: { status: "paused" }, apiKey }),
      callRoute(DELETE, { method: "DELETE", params: { id }, apiKey }),
      callRoute(RUN, { method: "POST", params: { id }, apiKey }),
      callRoute(RUNS, { params: { id }, apiKey }),
    ];
    const [ours, never] = await Promise.all([Promise.all(calls(body.id)), Promise.all(calls(newId()))]);
    expect(ours.map(({ status, body }) => [status, body])).toEqual(never.map(({ status, body }) => [status, body]));
    expect(ours.every(({ status }) => status === 404)).toBe(true);
    expect((await callRoute(LIST, { apiKey })).body).toEqual({ items: [], nextCursor: null, total: 0 });
  });
});

describe("changing a schedule", () => {
  it("allows exactly the transitions that there are", async () => {
    const { member } = scene.ours;
    const odd: string[] = [];
    for (const from of SCHEDULE_STATUSES) {
      for (const to of SCHEDULE_STATUSES) {
        const id = await insertSchedule(member, {
          cron: "0 9 * * *",
          status: from,
          nextRunAt: from === "active" ? new Date("2098-01-01T09:00:00Z") : null,
        });
        const { status, body } = await patch(member, id, { status: to });
        const isAllowed = to !== "broken" && TRANSITIONS[from].includes(to);
        const isRight = isAllowed ? status === 200 && body.status === to : status === 409 && body.code === "illegal_transition";
        const keepsRule = status !== 200 || (body.nextRunAt !== null) === (to === "active");
        if (!isRight || !keepsRule) odd.push(`${from} → ${to}: ${status}`);
      }
      await member.ctx.db.sql((sql) => sql`delete from schedules where created_by = ${member.userId}`);
    }
    expect(odd).toEqual([]);
  });

  it("moves the next run with the timing, everywhere at once", async () => {
    const { member } = scene.ours;
    const { body } = await create(member, { prompt: "Go.", cron: "0 9 * * *" });
    const changed = await patch(member, body.id, { cron: "0 10 * * *" });
    expect(changed.body.nextRunAt).toMatch(/T10:00:00.000Z$/);
    const listed = await callRoute(LIST, { apiKey: scene.ours.owner.apiKey });
    expect(listed.body.items.find(({ id }: { id: string }) => id === body.id).nextRunAt).toBe(changed.body.nextRunAt);
  });

  it("keeps a rule in another zone, and takes another form in place of the one before", async () => {
    const { member } = scene.ours;
    const { body } = await create(member, { prompt: "Go.", cron: "0 9 * * *" });
    expect((await patch(member, body.id, { timeZone: "Asia/Tokyo" })).body).toMatchObject({
      cron: "0 9 * * *",
      timeZone: "Asia/Tokyo",
      nextRunAt: expect.stringMatching(/T00:00/),
    });
    expect((await patch(member, body.id, { runAt: "2098-01-01T00:00:00Z" })).body).toMatchObject({
      cron: null,
      runAt: "2098-01-01T00:00:00.000Z",
    });
  });

  it("counts a new interval from when it was made, as every later firing will", async () => {
    const { member } = scene.ours;
    const { body } = await create(member, { prompt: "Go.", cron: "0 9 * * *" });
    await member.ctx.db.sql((sql) => sql`update schedules set created_at = created_at - interval '90 minutes' where id = ${body.id}`);
    const changed = await patch(member, body.id, { everyMs: 3_600_000 });
    expect(Date.parse(changed.body.nextRunAt)).toBe(Date.parse(body.createdAt) + 1_800_000);
  });

  it("refuses a time that has passed, names the time that it is, and changes nothing", async () => {
    const { member } = scene.ours;
    const { body } = await create(member, { prompt: "Go.", cron: "0 9 * * *" });
    const refused = await patch(member, body.id, { runAt: "2020-01-01T00:00:00Z" });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, "runAt"]);
    expect((await callRoute(GET, { params: { id: body.id }, apiKey: member.apiKey })).body).toMatchObject({
      cron: "0 9 * * *",
      version: body.version,
    });
  });

  it("lets only its creator say what it does, and an admin end it", async () => {
    const { member, admin, approver } = scene.ours;
    const { body } = await create(member);
    expect((await patch(approver, body.id, { status: "paused" })).body.code).toBe("forbidden");
    expect((await patch(admin, body.id, { prompt: "Something else." })).body.code).toBe("forbidden");
    expect((await patch(admin, body.id, { status: "paused" })).body.status).toBe("paused");
  });

  it("keeps what is due, and what was taken and has not begun, when a form sends the same timing with another name", async () => {
    const { member } = scene.ours;
    const overdue = new Date(Date.now() - 3_600_000);
    const id = await insertSchedule(member, { cron: "0 9 * * *", timeZone: "Europe/Madrid", nextRunAt: overdue });
    await member.ctx.db.sql(
      (sql) => sql`
        insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status)
        values (${scene.ours.id}, ${newId()}, ${id}, 'due', ${overdue}, 'queued')`,
    );
    const same = { cron: " 0  9 * * *", timeZone: "europe/madrid" };
    const { body } = await patch(member, id, { name: "Other", ...same });
    expect(body).toMatchObject({ name: "Other", nextRunAt: overdue.toISOString(), version: 2 });
    expect((await patch(member, id, same)).body.version).toBe(2);
    expect((await firingsOf(scene.ours.id)).filter(({ scheduleId }) => scheduleId === id)).toMatchObject([
      { status: "queued", reason: null },
    ]);
    const retimed = (await patch(member, id, { ...same, timeZone: "Europe/Lisbon" })).body;
    expect(Date.parse(retimed.nextRunAt)).toBeGreaterThan(Date.now());
    expect((await firingsOf(scene.ours.id)).filter(({ scheduleId }) => scheduleId === id)).toMatchObject([{ status: "skipped" }]);
  });

  it.each([
    ["is paused", { status: "paused" }, "The schedule was paused before this began."],
    ["is given another time", { cron: "0 3 1 1 *" }, "The schedule was given another time before this began."],
  ])("tells which times passed unseen when it %s after an outage", async (_, change, why) => {
    const { member } = scene.ours;
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const nextRunAt = new Date(minute - 120_000);
    const id = await insertSchedule(member, { cron: "* * * * *", nextRunAt });
    await updateSchedule(member.ctx, { id, ...(change as ScheduleChange) }, { now: new Date(minute + 5_000) });
    expect((await firingsOf(scene.ours.id)).filter(({ scheduleId }) => scheduleId === id)).toMatchObject([
      { scheduledFor: nextRunAt, status: "missed", reason: "No worker was running at this time." },
      { scheduledFor: new Date(minute - 60_000), status: "missed" },
      { scheduledFor: new Date(minute), status: "skipped", reason: why },
    ]);
  });

  it("renames one whose single time has passed, with its time as it stands in the form", async () => {
    const { member } = scene.ours;
    const runAt = new Date(Math.floor(Date.now() / 1_000 - 1_800) * 1_000);
    const id = await insertSchedule(member, { runAt, status: "completed" });
    expect((await patch(member, id, { name: "Other", runAt: runAt.toISOString() })).body).toMatchObject({
      name: "Other",
      status: "completed",
    });
    expect((await patch(member, id, { status: "active", runAt: runAt.toISOString() })).status).toBe(400);
  });

  it.each([
    ["another time", { runAt: "2098-01-01T09:00:00Z" }],
    ["a rule in its place", { cron: "0 9 1 1 *", timeZone: "Europe/Madrid" }],
  ])("makes one active again whose single time has come and that is given %s", async (_, timing) => {
    const { member, admin } = scene.ours;
    const id = await insertSchedule(member, { runAt: new Date(Date.now() - 60_000), status: "completed" });
    const { status, body } = await patch(member, id, timing);
    expect([status, body.status, body.version]).toEqual([200, "active", 2]);
    expect(Date.parse(body.nextRunAt)).toBeGreaterThan(Date.now());
    // One that a person completed stays as they left it.
    const rule = await insertSchedule(member, { cron: "0 9 * * *", status: "completed" });
    expect((await patch(member, rule, timing)).body).toMatchObject({ status: "completed", nextRunAt: null });
    expect((await patch(admin, id, timing)).status).toBe(403);
  });

  it("refuses a change that says nothing", async () => {
    const { member } = scene.ours;
    const id = await insertSchedule(member, { cron: "0 9 * * *", status: "active" });
    const { status, body } = await patch(member, id, {});
    expect([status, body.code]).toEqual([400, "invalid_request"]);
    expect(body.issues[0].message).toMatch(/^Say what to change/);
  });

  it("gives a broken one a new rule", async () => {
    const { member } = scene.ours;
    const id = await insertSchedule(member, { cron: "0 9 * *", status: "broken" });
    expect((await patch(member, id, { status: "active" })).status).toBe(400);
    expect((await patch(member, id, { status: "active", cron: "0 9 * * *" })).body).toMatchObject({ status: "active", brokenReason: null });
  });

  it("is refused for a draft of somebody who has left", async () => {
    const left = await createSceneMember(scene.ours.id, "member");
    const id = await insertSchedule(left, { cron: "0 9 * * *", status: "draft" });
    await left.ctx.db.sql((sql) => sql`update memberships set removed_at = now() where user_id = ${left.userId}`);
    expect((await patch(scene.ours.admin, id, { status: "active" })).body).toMatchObject({
      code: "conflict",
      detail: expect.stringContaining("no longer a member"),
    });
  });
});

describe("running one now", () => {
  it("begins a run of the creator beside the clock, and refuses a second one while it runs", async () => {
    const { member, admin } = scene.ours;
    const { body } = await create(member);
    const run = await callRoute(RUN, { method: "POST", params: { id: body.id }, apiKey: admin.apiKey });
    expect(run.status).toBe(202);
    const [row] = await member.ctx.db.sql((sql) => sql`select trigger, user_id from runs where id = ${run.body.runId}`);
    expect(row).toEqual({ trigger: "schedule", user_id: member.userId });
    const again = await callRoute(RUN, { method: "POST", params: { id: body.id }, apiKey: member.apiKey });
    expect(again.body).toMatchObject({ code: "run_in_progress", runId: run.body.runId });
    const history = await callRoute(RUNS, { params: { id: body.id }, apiKey: member.apiKey });
    expect(history.body).toMatchObject({
      items: [{ runId: run.body.runId, chatId: body.chatId, cause: "manual", status: "queued" }],
      total: 1,
    });
    const shown = await callRoute(GET, { params: { id: body.id }, apiKey: member.apiKey });
    expect(shown.body.lastRun).toEqual({ runId: run.body.runId, status: "queued", scheduledFor: history.body.items[0].scheduledFor });
  });

  it.each(["draft", "cancelled", "archived", "broken"])("is refused for one that is %s", async (status) => {
    const id = await insertSchedule(scene.ours.member, { cron: "0 9 * * *", status });
    const refused = await callRoute(RUN, { method: "POST", params: { id }, apiKey: scene.ours.member.apiKey });
    expect([refused.status, refused.body.code]).toEqual([409, "illegal_transition"]);
  });

  it("ends with the schedule: cancelling takes a queued run with it, and deleting leaves the chat", async () => {
    const { member } = scene.ours;
    const { body } = await create(member);
    const { body: run } = await callRoute(RUN, { method: "POST", params: { id: body.id }, apiKey: member.apiKey });
    await patch(member, body.id, { status: "cancelled" });
    const [row] = await member.ctx.db.sql((sql) => sql`select status from runs where id = ${run.runId}`);
    expect(row?.status).toBe("cancelled");
    expect((await firingsOf(scene.ours.id)).find(({ runId }) => runId === run.runId)?.status).toBe("cancelled");
    expect((await callRoute(DELETE, { method: "DELETE", params: { id: body.id }, apiKey: member.apiKey })).status).toBe(204);
    const [left] = await member.ctx.db.sql((sql) => sql`select count(*)::int as chats from chats where id = ${body.chatId}`);
    expect(left?.chats).toBe(1);
  });
});

describe("the lists", () => {
  it("page through everything once", async () => {
    const own = await createScene();
    for (let index = 0; index < 7; index += 1) await create(own.ours.member, { ...weekdays, name: `Report ${index}` });
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await callRoute(LIST, { path: `/api/schedules?limit=3&cursor=${cursor}`, apiKey: own.ours.auditor.apiKey });
      expect(body.total).toBe(7);
      seen.push(...body.items.map(({ name }: { name: string }) => name));
      cursor = body.nextCursor ?? "";
    } while (cursor);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Report ${index}`));
  });

  it("keep what a model made for a private chat from the others", async () => {
    const { member, owner } = scene.ours;
    const id = await insertSchedule(member, { cron: "0 9 * * *", status: "draft" });
    const chat = newId();
    await member.ctx.db.sql(
      (sql) =>
        sql`insert into chats (tenant_id, id, title, visibility, created_by, updated_at) values (${scene.ours.id}, ${chat}, '', 'private', ${member.userId}, now())`,
    );
    await member.ctx.db.sql((sql) => sql`update schedules set chat_id = ${chat} where id = ${id}`);
    expect((await callRoute(GET, { params: { id }, apiKey: owner.apiKey })).status).toBe(404);
    expect((await callRoute(GET, { params: { id }, apiKey: member.apiKey })).status).toBe(200);
  });
});

describe("the preview", () => {
  it("says the next five times and what may surprise, and lets an auditor ask", async () => {
    const { status, body } = await callRoute(PREVIEW, {
      method: "POST",
      body: { cron: "0 9 31 * *", timeZone: "Europe/Madrid" },
      apiKey: scene.ours.auditor.apiKey,
    });
    expect(status).toBe(200);
    expect(body.next).toHaveLength(5);
    expect(body.warnings[0]).toContain('"0 9 L * *"');
  });

  it("refuses what making it would refuse", async () => {
    const { status, body } = await callRoute(PREVIEW, { method: "POST", body: { cron: "0 0 30 2 *" }, apiKey: scene.ours.member.apiKey });
    expect([status, body.code]).toEqual([400, "invalid_request"]);
  });
});
