import { describe, expect, it } from "vitest";
import { cpuMs } from "#lib/testing/cpu-ms.ts";
import { readTiming, type TimingInput } from "./read-timing.ts";
import { canonicalTimeZone } from "./time-zone.ts";

const now = new Date("2027-01-01T00:00:00.000Z");

function accepted(input: TimingInput) {
  const read = readTiming(input, now);
  if (!read.ok) throw new Error(read.issues[0]?.message);
  return read.timing;
}

function issueOf(input: TimingInput) {
  const read = readTiming(input, now);
  if (read.ok) throw new Error(`${JSON.stringify(input)} was accepted.`);
  return read.issues[0];
}

describe("a cron timing", () => {
  it.each([
    ["0 9 * * 1-5", "0 9 * * 1-5"],
    ["  0   9 * *\t1-5 ", "0 9 * * 1-5"],
    ["*/15 9-17 1,15 JAN-mar mon", "*/15 9-17 1,15 JAN-mar mon"],
    ["0 9 L * *", "0 9 L * *"],
    ["0 9 * * 5#L", "0 9 * * 5#L"],
    ["0 9 31 2 1-5", "0 9 31 2 1-5"],
    ["0 9 29 2 *", "0 9 29 2 *"],
    ["@daily", "0 0 * * *"],
    ["@Hourly", "0 * * * *"],
  ])("takes %j and stores %j", (cron, stored) => {
    expect(accepted({ cron })).toEqual({ kind: "cron", cron: stored, timeZone: "UTC" });
  });

  it.each([
    ["* * * * * *", "six fields"],
    ["*/1 * * * * *", "six fields"],
    ["0 0 1 1 * 2030", "a single date is a runAt"],
    ["CRON_TZ=Europe/Madrid 0 9 * * *", "the zone goes into timeZone"],
    ["0 9 * *", "4 fields"],
    ["0 0 9 * * * 2027", "7 fields"],
    ["", "0 fields"],
    ["tomorrow", "1 field;"],
    ["99 * * * *", 'minute "99"'],
    ["*/0 * * * *", 'minute "*/0"'],
    ["-1 * * * *", 'minute "-1"'],
    ["1.5 * * * *", 'minute "1.5"'],
    ["٣ * * * *", "minute"],
    ["0 24 * * *", 'hour "24"'],
    ["0 9 0 * *", 'day of month "0"'],
    ["0 9 32 * *", 'day of month "32"'],
    ["0 9 * 13 *", 'month "13"'],
    ["0 9 * * 8", 'day of week "8"'],
    ["0 9 * * monday", 'day of week "monday"'],
    ["0 22-6 * * *", 'hour "22-6"'],
    ["@reboot", '"@reboot"'],
    ["@constructor", '"@constructor"'],
    ["0 9 * * 1; drop table", "fields"],
    [`0 ${"9,".repeat(200)}9 * * *`, "characters"],
  ])("refuses %j: %s", (cron, words) => {
    expect(issueOf({ cron })).toEqual({ path: "cron", message: expect.stringContaining(words) });
  });

  it.each(["0 0 31 2 *", "0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 31W 2 *", "0 0 31 2 +1"])(
    "refuses %j, a date that never occurs, within 100 ms",
    (cron) => {
      const startedAt = cpuMs();
      expect(issueOf({ cron, timeZone: "Europe/Rome" })?.message).toContain("never occurs");
      expect(cpuMs() - startedAt).toBeLessThan(100);
    },
  );
});

describe("a time zone", () => {
  it.each([
    ["europe/madrid", "Europe/Madrid"],
    ["Europe/Madrid", "Europe/Madrid"],
    ["US/Eastern", "America/New_York"],
    ["asia/kolkata", "Asia/Kolkata"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["utc", "UTC"],
    ["Etc/GMT+2", "Etc/GMT+2"],
  ])("%j is stored as %j, which resolves", (timeZone, stored) => {
    expect(accepted({ cron: "0 9 * * *", timeZone }).timeZone).toBe(stored);
    expect(() => new Intl.DateTimeFormat("en", { timeZone: stored })).not.toThrow();
  });

  it("keeps the names that people know now: each of them is the same zone to Intl", () => {
    for (const name of Intl.supportedValuesOf("timeZone")) {
      const stored = canonicalTimeZone(name) ?? "";
      const resolved = (zone: string) => new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
      expect(resolved(stored)).toBe(resolved(name));
      expect(canonicalTimeZone(stored)).toBe(stored);
    }
  });

  it.each([
    ["CET", "Europe/Brussels"],
    ["EST", "America/Panama"],
    ["MST", "America/Phoenix"],
    ["hst", "Pacific/Honolulu"],
    ["PRC", "Asia/Shanghai"],
    ["WET", "Europe/Lisbon"],
    ["Gmt", "UTC"],
    ["PST8PDT", "America/Los_Angeles"],
  ])("the short name %j is one of the database", (timeZone, stored) => {
    expect(accepted({ cron: "0 9 * * *", timeZone }).timeZone).toBe(stored);
  });

  // Java's, which Intl still takes, some of them for the other end of the world: Dhaka, Anchorage, Auckland, Guadalcanal, Paris.
  it.each(["BST", "AST", "NST", "SST", "ECT", "PST", "CST", "IST", "JST", "ist", "ACT", "SystemV/AST4", "CEST", "EDT"])(
    "the abbreviation %j is none of the database's, and refused",
    (timeZone) => {
      expect(issueOf({ cron: "0 9 * * *", timeZone })).toMatchObject({ path: "timeZone" });
    },
  );

  it.each([
    "Mars/Phobos",
    "EST5EDT,M3.2.0",
    "../../etc/passwd",
    "UTC+2",
    "+02:00",
    "Z",
    "",
    " ",
    "Europe/Madrid ",
    "Europe/\0",
    "x".repeat(1_000),
  ])("%j is refused", (timeZone) => {
    expect(issueOf({ cron: "0 9 * * *", timeZone })?.path).toBe("timeZone");
    expect(issueOf({ everyMs: 60_000, timeZone })?.path).toBe("timeZone");
    expect(issueOf({ runAt: "2027-07-01T09:00", timeZone })?.path).toBe("timeZone");
  });
});

describe("a single time", () => {
  const instantOf = (input: TimingInput) => {
    const timing = accepted(input);
    return timing.kind === "once" ? timing.runAt.toISOString() : null;
  };

  it.each([
    ["2027-07-01T09:00:00Z", "2027-07-01T09:00:00.000Z"],
    ["2027-07-01t09:00z", "2027-07-01T09:00:00.000Z"],
    ["2027-07-01T09:00:00.123456Z", "2027-07-01T09:00:00.123Z"],
    ["2027-07-01T09:00:59,9+02:00", "2027-07-01T07:00:59.900Z"],
    ["2028-02-29T08:00:00+01:00", "2028-02-29T07:00:00.000Z"],
    ["2027-07-01T09:00-0530", "2027-07-01T14:30:00.000Z"],
    ["2027-07-01T09:00+02", "2027-07-01T07:00:00.000Z"],
  ])("%j is %j", (runAt, instant) => {
    expect(instantOf({ runAt })).toBe(instant);
    expect(instantOf({ runAt, timeZone: "Asia/Tokyo" })).toBe(instant);
  });

  it("without an offset is read in the zone that came with it, with the offset in force on that day", () => {
    expect(instantOf({ runAt: "2027-07-01T09:00", timeZone: "Europe/Madrid" })).toBe("2027-07-01T07:00:00.000Z");
    expect(instantOf({ runAt: "2027-01-15T09:00", timeZone: "Europe/Madrid" })).toBe("2027-01-15T08:00:00.000Z");
    expect(instantOf({ runAt: "2027-10-31T02:30", timeZone: "Europe/Rome" })).toBe("2027-10-31T00:30:00.000Z");
    expect(instantOf({ runAt: "2027-07-01T09:00:30.25", timeZone: "Europe/Madrid" })).toBe("2027-07-01T07:00:30.250Z");
  });

  it.each([
    [{ runAt: "2027-07-01T09:00" }, "has no zone"],
    [{ runAt: "2027-03-28T02:30", timeZone: "Europe/Rome" }, "the clocks skip it"],
    [{ runAt: "2027-02-29T08:00:00Z" }, "does not exist"],
    [{ runAt: "2027-07-01T24:00:00Z" }, "does not exist"],
    [{ runAt: "2027-07-01T09:00:60Z" }, "does not exist"],
    [{ runAt: "2027-13-01T09:00:00Z" }, "does not exist"],
    [{ runAt: "2027-07-01T09:00:00+25:00" }, "offset"],
    [{ runAt: "2027-07-01T09:00:00+14:01" }, "offset"],
    [{ runAt: "2027-07-01T09:00:00-02:60" }, "offset"],
    [{ runAt: "2027-07-01" }, "ISO 8601"],
    [{ runAt: "2027-07-01 09:00:00Z" }, "ISO 8601"],
    [{ runAt: "2027-07-01T09:00:00Z[Europe/Madrid]" }, "ISO 8601"],
    [{ runAt: "tomorrow at nine" }, "ISO 8601"],
    [{ runAt: "" }, "ISO 8601"],
    [{ runAt: "9999-12-31T23:59:59-12:00" }, "out of reach"],
    [{ runAt: "9999-12-31T23:59", timeZone: "America/New_York" }, "out of reach"],
  ])("%j is refused: %s", (input, words) => {
    expect(issueOf(input)).toEqual({ path: "runAt", message: expect.stringContaining(words) });
  });

  it("in the past is refused, naming the time that it is; less than five seconds ago still means now", () => {
    for (const runAt of ["2020-01-01T00:00:00Z", "2026-12-31T23:59:55Z", "0001-01-01T00:00:00Z"]) {
      expect(issueOf({ runAt })?.message).toContain("it is 2027-01-01T00:00:00.000Z now");
    }
    expect(issueOf({ runAt: "0099-06-01T00:00:00Z" })?.message).toContain("0099-06-01T00:00:00.000Z is in the past");
    expect(instantOf({ runAt: "9999-12-31T23:59:59Z" })).toBe("9999-12-31T23:59:59.000Z");
    expect(instantOf({ runAt: "2026-12-31T23:59:56Z" })).toBe("2026-12-31T23:59:56.000Z");
    expect(instantOf({ runAt: "2027-01-01T00:00:00Z" })).toBe("2027-01-01T00:00:00.000Z");
  });
});

describe("an interval", () => {
  it("takes a minute and more", () => {
    expect(accepted({ everyMs: 60_000 })).toEqual({ kind: "every", everyMs: 60_000, anchor: now, timeZone: "UTC" });
  });

  it.each([0, -5, 1, 59_999, 90_000.5, Number.NaN, Number.POSITIVE_INFINITY, 31_622_400_001])("refuses %d", (everyMs) => {
    expect(issueOf({ everyMs })?.path).toBe("everyMs");
  });
});

it("exactly one of the three forms is needed", () => {
  expect(issueOf({})?.message).toContain("none was given");
  expect(issueOf({ cron: null, runAt: null, everyMs: null })?.message).toContain("none was given");
  expect(issueOf({ cron: "0 9 * * *", everyMs: 60_000 })?.message).toContain("cron and everyMs were given");
});
