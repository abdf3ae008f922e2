import { describe, expect, it } from "vitest";
import { type LocalTime, localTimeAt } from "./local-time.ts";
import { dueBetween, firstRun, nextRun, nextRuns } from "./next-runs.ts";
import type { Timing } from "./timing.ts";

function cron(expression: string, timeZone = "UTC"): Timing {
  return { kind: "cron", cron: expression, timeZone };
}

function shown(timing: Timing, after: string, count: number): string[] {
  return nextRuns(timing, new Date(after), count).map((run) => run.toISOString());
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

interface Moment extends LocalTime {
  at: number;
}

/** Every minute from one instant to another with what the clocks show: the plainest possible calendar, made with Intl alone. */
function everyMinute(from: string, days: number, timeZone: string): Moment[] {
  const start = Date.parse(from);
  return Array.from({ length: days * 1_440 }, (_, index) => {
    const at = start + index * MINUTE_MS;
    return { at, ...localTimeAt(new Date(at), timeZone) };
  });
}

/** When a time named in the expression must come, once on each local day: when the clocks first show it, else when they first show later. */
function onceADay(minutes: Moment[], hour: number, minute: number): number[] {
  const days = Map.groupBy(minutes, (moment) => `${moment.year}-${moment.month}-${moment.day}`);
  return [...days.values()]
    .slice(1, -1) // the days at both ends are not whole
    .map((day) => {
      const exact = day.find((moment) => moment.hour === hour && moment.minute === minute);
      return (exact ?? day.find((moment) => moment.hour * 60 + moment.minute > hour * 60 + minute))?.at ?? Number.NaN;
    });
}

const CHANGES = [
  ["Europe/Rome", "2027-03-26T00:00Z"],
  ["Europe/Rome", "2027-10-29T00:00Z"],
  ["Antarctica/Troll", "2027-03-26T00:00Z"], // two hours
  ["Antarctica/Troll", "2027-10-29T00:00Z"],
  ["Australia/Lord_Howe", "2027-04-01T00:00Z"], // half an hour
  ["Australia/Lord_Howe", "2027-10-01T00:00Z"],
  ["America/New_York", "2027-03-12T00:00Z"],
  ["America/New_York", "2027-11-05T00:00Z"],
  ["Asia/Kolkata", "2027-03-26T00:00Z"], // never changes
  ["Africa/Cairo", "2027-04-28T00:00Z"], // at midnight: the gap begins the day
  ["Africa/Cairo", "2027-10-27T00:00Z"],
  ["America/Nuuk", "2027-10-29T00:00Z"], // midnight comes back to 23:00
] as const;

describe.each(CHANGES)("in %s around %s", (timeZone, from) => {
  const minutes = everyMinute(from, 5, timeZone);
  const [start, end] = [new Date(Date.parse(from) - 1), new Date(Date.parse(from) + 5 * DAY_MS - 1)];

  it("a named time comes exactly once on every local day, whichever quarter of an hour it is", () => {
    for (let quarter = 0; quarter < 96; quarter++) {
      const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
      const expected = onceADay(minutes, hour, minute);
      const runs = dueBetween(cron(`${minute} ${hour} * * *`, timeZone), start, end, 100).due.map((run) => run.getTime());
      const whole = runs.filter((run) => run >= (expected[0] ?? 0) && run <= (expected.at(-1) ?? 0));
      expect(whole, `${hour}:${minute}`).toEqual(expected);
    }
  });

  it("two named times that a gap brings together come once there", () => {
    const runs = dueBetween(cron("0,30 0-3 * * *", timeZone), start, end, 100).due.map((run) => run.getTime());
    const named = [0, 30, 60, 90, 120, 150, 180, 210].flatMap((time) => onceADay(minutes, Math.floor(time / 60), time % 60));
    const expected = [...new Set(named)].sort((left, right) => left - right);
    expect(runs.filter((run) => run >= (expected[0] ?? 0) && run <= (expected.at(-1) ?? 0))).toEqual(expected);
  });

  it.each([
    ["*/30 * * * *", (moment: Moment) => moment.minute % 30 === 0],
    ["15 * * * *", (moment: Moment) => moment.minute === 15],
    ["0 */2 * * *", (moment: Moment) => moment.minute === 0 && moment.hour % 2 === 0],
    ["*/10 1-3 * * *", (moment: Moment) => moment.minute % 10 === 0 && moment.hour >= 1 && moment.hour <= 3],
  ])("%s follows real time: what the clocks show, as often as they show it", (expression, matches) => {
    const runs = dueBetween(cron(expression, timeZone), start, end, 1_000).due.map((run) => run.getTime());
    expect(runs).toEqual(minutes.filter(matches).map((moment) => moment.at));
  });
});

describe("cron", () => {
  it("goes on after the spring gap", () => {
    const after = "2027-03-27T00:00:00Z";
    expect(shown(cron("30 2 * * 7", "Europe/Rome"), after, 2)).toEqual(["2027-03-28T01:00:00.000Z", "2027-04-04T00:30:00.000Z"]);
    expect(shown(cron("0 5 * * 7", "Europe/Rome"), after, 2)).toEqual(["2027-03-28T03:00:00.000Z", "2027-04-04T03:00:00.000Z"]);
  });

  it("comes at midnight when the clocks skip the end of its day", () => {
    // 27 March 2027 ends at 23:00 there.
    const from = "2027-03-27T00:00:00Z";
    const nuuk = (expression: string, count: number) => shown(cron(expression, "America/Nuuk"), from, count);
    expect(nuuk("30 23 * * *", 3)).toEqual(["2027-03-27T01:30:00.000Z", "2027-03-28T01:00:00.000Z", "2027-03-29T00:30:00.000Z"]);
    expect(nuuk("15,45 23 27 3 6", 1)).toEqual(["2027-03-28T01:00:00.000Z"]);
    expect(nuuk("30 23 * * 0", 1)).toEqual(["2027-03-29T00:30:00.000Z"]);
    expect(nuuk("0 0,23 * * *", 3)).toEqual(["2027-03-27T01:00:00.000Z", "2027-03-27T02:00:00.000Z", "2027-03-28T01:00:00.000Z"]);
    expect(nuuk("*/30 23 * * *", 3)).toEqual(["2027-03-27T01:00:00.000Z", "2027-03-27T01:30:00.000Z", "2027-03-29T00:00:00.000Z"]);
  });

  it("takes either day field when both are given, and both with +", () => {
    const days = (expression: string) => shown(cron(expression), "2026-11-30T12:00:00Z", 4).map((run) => run.slice(0, 10));
    expect(days("0 9 1,15 * 1")).toEqual(["2026-12-01", "2026-12-07", "2026-12-14", "2026-12-15"]);
    expect(days("0 9 1 * +1")).toEqual(["2027-02-01", "2027-03-01", "2027-11-01", "2028-05-01"]);
    expect(days("0 9 31 2 1-5")).toEqual(["2027-02-01", "2027-02-02", "2027-02-03", "2027-02-04"]);
  });

  it("skips months without a 31st, and takes the last day for L", () => {
    const days = (expression: string) => shown(cron(expression), "2027-01-01T00:00:00Z", 4).map((run) => run.slice(5, 10));
    expect(days("0 9 31 * *")).toEqual(["01-31", "03-31", "05-31", "07-31"]);
    expect(days("0 9 L * *")).toEqual(["01-31", "02-28", "03-31", "04-30"]);
  });

  it("is strictly after the instant, to the millisecond", () => {
    const nine = cron("0 9 * * *");
    expect(shown(nine, "2027-01-01T08:59:59.999Z", 1)).toEqual(["2027-01-01T09:00:00.000Z"]);
    expect(shown(nine, "2027-01-01T09:00:00.000Z", 1)).toEqual(["2027-01-02T09:00:00.000Z"]);
    expect(shown(nine, "2027-01-01T09:00:00.001Z", 1)).toEqual(["2027-01-02T09:00:00.000Z"]);
  });

  it("throws, and does not loop, for what a row should never hold", () => {
    expect(() => nextRun(cron("*/0 * * * *"), new Date())).toThrow();
    expect(() => nextRun(cron("0 9 * *"), new Date())).toThrow();
    expect(() => nextRun(cron("0 9 * * *", "Mars/Phobos"), new Date())).toThrow();
    expect(nextRun(cron("0 0 31 2 *"), new Date())).toBeNull();
  });
});

describe("a single time", () => {
  const once: Timing = { kind: "once", runAt: new Date("2028-02-29T07:00:00Z"), timeZone: "Europe/Rome" };

  it("comes once, and nothing after it", () => {
    expect(shown(once, "2027-01-01T00:00:00Z", 5)).toEqual(["2028-02-29T07:00:00.000Z"]);
    expect(nextRun(once, once.kind === "once" ? once.runAt : new Date())).toBeNull();
    expect(nextRun(once, new Date("2029-01-01T00:00:00Z"))).toBeNull();
  });

  it("is due at once when it was this very moment", () => {
    expect(firstRun(once, new Date("2028-02-29T07:00:03Z"))?.toISOString()).toBe("2028-02-29T07:00:00.000Z");
  });
});

describe("an interval", () => {
  const every: Timing = { kind: "every", everyMs: 90_000, anchor: new Date("2027-01-01T00:00:00Z"), timeZone: "UTC" };

  it("counts from its anchor, however late one asks", () => {
    expect(shown(every, "2027-01-01T00:00:00Z", 2)).toEqual(["2027-01-01T00:01:30.000Z", "2027-01-01T00:03:00.000Z"]);
    expect(shown(every, "2027-01-01T00:02:00Z", 1)).toEqual(["2027-01-01T00:03:00.000Z"]);
    expect(shown(every, "2026-06-01T00:00:00Z", 1)).toEqual(["2027-01-01T00:01:30.000Z"]);
    expect(shown(every, "2037-01-01T00:00:01Z", 1)).toEqual(["2037-01-01T00:01:30.000Z"]);
  });
});

describe("what was due", () => {
  it("includes the end and not the beginning, and says when there is more", () => {
    const due = (limit: number) => {
      const found = dueBetween(cron("0 * * * *"), new Date("2027-01-01T00:00:00Z"), new Date("2027-01-01T03:00:00Z"), limit);
      return { hours: found.due.map((run) => run.getUTCHours()), isComplete: found.isComplete };
    };
    expect(due(10)).toEqual({ hours: [1, 2, 3], isComplete: true });
    expect(due(3)).toEqual({ hours: [1, 2, 3], isComplete: true });
    expect(due(2)).toEqual({ hours: [1, 2], isComplete: false });
    expect(due(0)).toEqual({ hours: [], isComplete: false });
  });
});
