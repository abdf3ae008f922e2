import { beforeAll, describe, expect, it } from "vitest";
import { systemSql } from "#db/system.ts";
import type { ScheduleId } from "#lib/ids.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { firingsOf, insertSchedule } from "#lib/testing/schedule-scene.ts";
import { nextRun } from "./next-runs.ts";
import { tickSchedules } from "./tick-schedules.ts";
import { timingOfRow } from "./timing-of-row.ts";

/*
 * What a schedule promises, written down apart from the code that keeps it:
 *
 * - A time that is named (neither `*` nor a step in minute and hour) comes once for each local day: when the clocks first show it; when they
 *   skip it, at the first moment after it that they show. Two named times that fall on one moment come once.
 * - With `*` or a step a schedule follows what the clocks show: each minute that matches, as often as it is shown. What is skipped does not come.
 * - An interval is real time: whole numbers of it since the schedule was made, whatever the clocks do.
 *
 * Every minute of three days around each change of the clocks is looked at with `Intl` alone, and two workers must record exactly these times.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const ZONES = ["Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "America/Nuuk", "Asia/Kolkata"] as const;

/** The first of three days (UTC) around each change of 2027, forward and back. */
const WINDOWS = [
  ["2027-03-13", "New York goes forward"],
  ["2027-03-27", "Madrid goes forward, and Nuuk, whose Saturday ends at 23:00"],
  ["2027-04-03", "Lord Howe goes back by half an hour"],
  ["2027-10-02", "Lord Howe goes forward by half an hour"],
  ["2027-10-30", "Madrid goes back, and Nuuk, whose Sunday begins at 23:00 of Saturday"],
  ["2027-11-06", "New York goes back"],
] as const;
const DAYS = 3;

/** A reading of the clocks as a number that grows as they do: what UTC would be if it showed the same. */
interface Minute {
  at: number;
  reading: number;
}

type Rule =
  | { name: string; cron: string; named: readonly [hour: number, minute: number][] }
  | { name: string; cron: string; matches: (hour: number, minute: number) => boolean }
  | { name: string; everyMs: number };

const RULES: readonly Rule[] = [
  { name: "in the gap of Europe, before that of America", cron: "30 2 * * *", named: [[2, 30]] },
  { name: "in the hour that comes twice", cron: "30 1 * * *", named: [[1, 30]] },
  { name: "at the end of the day", cron: "45 23 * * *", named: [[23, 45]] },
  { name: "at the beginning of the day", cron: "0 0 * * *", named: [[0, 0]] },
  { name: "where nothing changes", cron: "0 9 * * *", named: [[9, 0]] },
  {
    name: "many named times",
    cron: "0,30 0-3 * * *",
    named: [0, 1, 2, 3].flatMap((hour) => [[hour, 0] as const, [hour, 30] as const]).map(([hour, minute]) => [hour, minute]),
  },
  { name: "every half hour", cron: "*/30 * * * *", matches: (_, minute) => minute % 30 === 0 },
  { name: "every hour", cron: "15 * * * *", matches: (_, minute) => minute === 15 },
  { name: "every other hour", cron: "0 */2 * * *", matches: (hour, minute) => minute === 0 && hour % 2 === 0 },
  { name: "by steps in the night", cron: "*/15 1-3 * * *", matches: (hour, minute) => minute % 15 === 0 && hour >= 1 && hour <= 3 },
  { name: "every 45 minutes of real time", everyMs: 45 * MINUTE_MS },
];

/** Every minute from one instant to another, with what the clocks of the zone show. */
function minutesOf(timeZone: string, from: number, until: number): Minute[] {
  const clocks = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const count = (until - from) / MINUTE_MS;
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * MINUTE_MS;
    return { at, reading: Date.parse(`${clocks.format(at).replace(" ", "T")}Z`) };
  });
}

/** By the promises above, from one instant up to another that is outside. `minutes` reach a day beyond both. */
function promised(rule: Rule, minutes: readonly Minute[], anchor: number, from: number, until: number): number[] {
  const due = new Set<number>();
  if ("everyMs" in rule) {
    for (let at = anchor + rule.everyMs; at < until; at += rule.everyMs) due.add(at);
  } else if ("matches" in rule) {
    for (const { at, reading } of minutes)
      if (rule.matches(Math.floor((reading % DAY_MS) / 3_600_000), (reading / MINUTE_MS) % 60)) due.add(at);
  } else {
    const days = new Set(minutes.map(({ reading }) => Math.floor(reading / DAY_MS)));
    for (const day of days) {
      for (const [hour, minute] of rule.named) {
        const wanted = day * DAY_MS + (hour * 60 + minute) * MINUTE_MS;
        const first = minutes.find(({ reading }) => reading === wanted) ?? minutes.find(({ reading }) => reading > wanted);
        if (first) due.add(first.at);
      }
    }
  }
  return [...due].filter((at) => at >= from && at < until).sort((left, right) => left - right);
}

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

/** Both at every due time, one a little later than the other and now this one first, now that. */
async function twoWorkers(start: Date, end: Date): Promise<void> {
  let now: Date | null = start;
  for (let round = 0; now && now < end; round += 1) {
    const [late, later] = [new Date(now.getTime() + (round % 7) * 40), new Date(now.getTime() + 300)];
    const [first, second]: Awaited<ReturnType<typeof tickSchedules>>[] = await Promise.all(
      (round % 2 === 0 ? [late, later] : [later, late]).map((moment) => tickSchedules(moment)),
    );
    const next: number[] = [first, second].flatMap((tick) => tick?.nextDueAt?.getTime() ?? []);
    // One that looked before the other had committed still sees the time that is being taken.
    now = next.length > 0 ? new Date(Math.max(...next)) : null;
  }
}

describe("ten thousand due times in five zones, through both changes of the clocks, with two workers", () => {
  it("are each recorded once, and nothing else is", async () => {
    const { member, id: tenantId } = scene.ours;
    let expectedInAll = 0;
    for (const [day, why] of WINDOWS) {
      const start = Date.parse(`${day}T00:00:00Z`);
      const end = start + DAYS * DAY_MS;
      await systemSql((sql) => sql`delete from schedules`);
      const expected = new Map<ScheduleId, { name: string; times: number[] }>();
      for (const timeZone of ZONES) {
        const minutes = minutesOf(timeZone, start - DAY_MS, end + DAY_MS);
        for (const rule of RULES) {
          const timing = "everyMs" in rule ? { everyMs: rule.everyMs } : { cron: rule.cron };
          const row = { cron: null, runAt: null, everyMs: null, timeZone, createdAt: new Date(start), ...timing };
          const nextRunAt = nextRun(timingOfRow(row), new Date(start - 1));
          const id = await insertSchedule(member, { ...timing, timeZone, nextRunAt });
          await member.ctx.db.sql((sql) => sql`update schedules set created_at = ${row.createdAt} where id = ${id}`);
          expected.set(id, { name: `${timeZone}, ${rule.name}: ${why}`, times: promised(rule, minutes, start, start, end) });
        }
      }
      await twoWorkers(new Date(start), new Date(end));
      const recorded = Map.groupBy(await firingsOf(tenantId), ({ scheduleId }) => scheduleId);
      for (const [id, { name, times }] of expected) {
        const firings = recorded.get(id) ?? [];
        expect(
          firings.map(({ scheduledFor }) => scheduledFor.toISOString()),
          name,
        ).toEqual(times.map((at) => new Date(at).toISOString()));
        expect(
          firings.every(({ cause, status }) => cause === "due" && status === "queued"),
          name,
        ).toBe(true);
        expectedInAll += times.length;
      }
    }
    expect(expectedInAll).toBeGreaterThan(10_000);
  }, 60_000);
});
