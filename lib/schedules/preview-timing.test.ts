import { describe, expect, it } from "vitest";
import { dueBetween } from "./next-runs.ts";
import { previewTiming } from "./preview-timing.ts";
import { readTiming, type TimingInput } from "./read-timing.ts";

const now = new Date("2027-01-01T00:00:00Z");

function preview(input: TimingInput) {
  const read = readTiming(input, now);
  if (!read.ok) throw new Error(read.issues[0]?.message);
  return previewTiming(read.timing, now);
}

it("shows the next five due times in UTC, and fewer when there are fewer", () => {
  expect(preview({ cron: "0 9 * * 1-5", timeZone: "Europe/Madrid" }).next).toEqual([
    "2027-01-01T08:00:00.000Z",
    "2027-01-04T08:00:00.000Z",
    "2027-01-05T08:00:00.000Z",
    "2027-01-06T08:00:00.000Z",
    "2027-01-07T08:00:00.000Z",
  ]);
  expect(preview({ runAt: "2026-12-31T23:59:58Z" }).next).toEqual(["2026-12-31T23:59:58.000Z"]);
});

describe("in words", () => {
  it.each<[TimingInput, string]>([
    [{ cron: "0 9 * * 1-5", timeZone: "Europe/Madrid" }, "every weekday at 09:00, Europe/Madrid"],
    [{ cron: "30 9,14 * * SAT,SUN" }, "every Saturday and Sunday at 09:30 and 14:30, UTC"],
    [{ cron: "0 9 * * 1,3,7" }, "every Sunday, Monday and Wednesday at 09:00, UTC"],
    [{ cron: "0 9 * * FRI-SUN" }, "every Sunday, Friday and Saturday at 09:00, UTC"],
    [{ cron: "0 9 * * sat-sun" }, "every Saturday and Sunday at 09:00, UTC"],
    [{ cron: "0 9 * * MON-SUN" }, "every day at 09:00, UTC"],
    [{ cron: "0 9 1 * 0-7" }, "on the 1st, and every day at 09:00, UTC"],
    [{ cron: "0-59 0-23 * 1-12 *" }, "every minute, UTC"],
    [{ cron: "0 */1 * */1 *" }, "every hour on the hour, UTC"],
    [{ cron: "@daily" }, "every day at 00:00, UTC"],
    [{ cron: "* * * * *" }, "every minute, UTC"],
    [{ cron: "*/15 * * * *" }, "every 15 minutes, UTC"],
    [{ cron: "0 * * * *" }, "every hour on the hour, UTC"],
    [{ cron: "*/15 2 * * *" }, "every 15 minutes, in the hour 2, UTC"],
    [{ cron: "15,45 * * * 1" }, "every Monday every hour at the minutes 15 and 45, UTC"],
    [{ cron: "0 */6 * * *" }, "every hour on the hour, in every 6th hour from 00:00, UTC"],
    [{ cron: "0 9 31 * *" }, "on the 31st at 09:00, UTC"],
    [{ cron: "0 9 2,3,11,22 * *" }, "on the 2nd, the 3rd, the 11th and the 22nd at 09:00, UTC"],
    [{ cron: "0 9 L * *" }, "on the last day of the month at 09:00, UTC"],
    [{ cron: "0 9 LW * *" }, "on the last weekday of the month at 09:00, UTC"],
    [{ cron: "0 9 15W jan,6 *" }, "on the weekday nearest to the 15th in January and June at 09:00, UTC"],
    [{ cron: "0 9 * * 5#L" }, "the last Friday of the month at 09:00, UTC"],
    [{ cron: "0 9 * * MON#2" }, "the second Monday of the month at 09:00, UTC"],
    [{ cron: "0 9 1,15 * 1" }, "on the 1st and the 15th, and every Monday at 09:00, UTC"],
    [{ cron: "0 9 1 * +1" }, "on the 1st when it is also Monday at 09:00, UTC"],
    [{ runAt: "2027-07-01T09:00", timeZone: "Europe/Madrid" }, "once, 2027-07-01 09:00 Europe/Madrid (UTC+02:00)"],
    [{ runAt: "2027-07-01T09:00:30-03:30", timeZone: "America/St_Johns" }, "once, 2027-07-01 10:00:30 America/St_Johns (UTC-02:30)"],
    [{ everyMs: 60_000 }, "every minute"],
    [{ everyMs: 5_400_000 }, "every 1 hour 30 minutes"],
    [{ everyMs: 172_800_000 }, "every 2 days"],
  ])("%j is: %s", (input, words) => {
    expect(preview(input).description).toBe(words);
  });
});

describe("warnings", () => {
  it("say which months have no such day, and offer the last day", () => {
    expect(preview({ cron: "0 9 31 * *" }).warnings).toEqual([
      'This skips months without a 31st (February, April, June, September, November). For the last day of each month write "0 9 L * *".',
    ]);
    expect(preview({ cron: "0 9 30 * *" }).warnings[0]).toContain("months without a 30th (February)");
    expect(preview({ cron: "0 9 29 * *" }).warnings[0]).toContain("February outside leap years");
    expect(preview({ cron: "0 9 31 1,3 *" }).warnings).toEqual([]);
    expect(preview({ cron: "0 9 28 * *" }).warnings).toEqual([]);
    expect(preview({ cron: "0 9 1-31 * *" }).warnings).toEqual([]);
    expect(preview({ cron: "0 9 28,29 2 *" }).warnings).toEqual([]);
    expect(preview({ cron: "0 9 29-31 * *" }).warnings[0]).toContain("months without a 31st (February)");
  });

  it("say it of weekdays near such a day as well, and of a fifth weekday", () => {
    expect(preview({ cron: "0 9 31W * *" }).warnings).toEqual([
      'This skips months without a 31st (February, April, June, September, November). For the last weekday of each month write "0 9 LW * *".',
    ]);
    expect(preview({ cron: "0 9 29W 2 *" }).warnings[0]).toContain("February outside leap years");
    expect(preview({ cron: "0 9 31W 1,3 *" }).warnings).toEqual([]);
    expect(preview({ cron: "0 9 28W * *" }).warnings).toEqual([]);
    expect(preview({ cron: "0 9 * * 1#5" }).warnings).toEqual([
      'This skips months without a fifth Monday. For the last one of each month write "0 9 * * 1L".',
    ]);
    expect(preview({ cron: "0 9 * * SUN#5" }).warnings).toEqual([
      'This skips months without a fifth Sunday. For the last one of each month write "0 9 * * 0L".',
    ]);
    expect(preview({ cron: "0 9 * * 1#4" }).warnings).toEqual([]);
  });

  it("say that either day counts when both are given", () => {
    expect(preview({ cron: "0 9 1,15 * 1" }).warnings).toEqual([
      'Either day counts: this runs on the 1st and the 15th, and also every Monday. For days that are both, write "+" before the day of week.',
    ]);
    expect(preview({ cron: "0 9 1 * +1" }).warnings).toEqual([]);
  });

  it("say what the clock changes of the coming year do to a named time", () => {
    expect(preview({ cron: "30 2 * * *", timeZone: "Europe/Rome" }).warnings).toEqual([
      "On 2027-03-28 the clocks in Europe/Rome go forward from 02:00 to 03:00: 02:30 does not exist that day, and runs at 03:00.",
      "On 2027-10-31 the clocks in Europe/Rome go back from 03:00 to 02:00: 02:30 comes twice that day, and runs the first time only.",
    ]);
    expect(preview({ cron: "15 2 * * *", timeZone: "Australia/Lord_Howe" }).warnings).toEqual([
      "On 2027-10-03 the clocks in Australia/Lord_Howe go forward from 02:00 to 02:30: 02:15 does not exist that day, and runs at 02:30.",
    ]);
    expect(preview({ cron: "30 23 * * *", timeZone: "America/Nuuk" }).warnings).toEqual([
      "On 2027-03-27 the clocks in America/Nuuk go forward from 23:00 to 00:00: 23:30 does not exist that day, and runs at 00:00.",
      "On 2027-10-30 the clocks in America/Nuuk go back from 00:00 to 23:00: 23:30 comes twice that day, and runs the first time only.",
    ]);
    expect(preview({ cron: "15,45 2 28 3 *", timeZone: "Europe/Rome" }).warnings).toEqual([
      "On 2027-03-28 the clocks in Europe/Rome go forward from 02:00 to 03:00: 02:15 and 02:45 do not exist that day, and run at 03:00.",
    ]);
    expect(preview({ cron: "0-59 2 28 3 *", timeZone: "Europe/Rome" }).warnings[0]).toContain(": 02:00 to 02:59 (60 times) do not exist");
    expect(preview({ cron: "30 2 * * 3", timeZone: "Europe/Rome" }).warnings).toEqual([]);
    expect(preview({ cron: "0 9 * * *", timeZone: "Europe/Rome" }).warnings).toEqual([]);
    expect(preview({ cron: "30 2 * * *", timeZone: "Asia/Kolkata" }).warnings).toEqual([]);
  });

  it("say what they do to steps when nothing of a day is left, or all of it comes twice", () => {
    const [forward, back] = [
      "On 2027-03-28 the clocks in Europe/Rome go forward from 02:00 to 03:00: it does not run on that day.",
      "On 2027-10-31 the clocks in Europe/Rome go back from 03:00 to 02:00: what it does on that day comes twice.",
    ];
    for (const cron of ["10-50/10 2 * * *", "*/15 2 * * *", "* 2 28,31 3,10 *"])
      expect(preview({ cron, timeZone: "Europe/Rome" }).warnings.slice(0, 2), cron).toEqual([forward, back]);
    expect(preview({ cron: "*/30 23 * * *", timeZone: "America/Nuuk" }).warnings).toEqual([
      "On 2027-03-27 the clocks in America/Nuuk go forward from 23:00 to 00:00: it does not run on that day.",
      "On 2027-10-30 the clocks in America/Nuuk go back from 00:00 to 23:00: what it does on that day comes twice.",
    ]);
    for (const cron of ["*/15 2 * * 3", "*/15 2,9 * * *", "15 */2 * * *", "*/15 * * * *"])
      expect(preview({ cron, timeZone: "Europe/Rome" }).warnings, cron).toEqual([]);
    // As they say.
    const day = { from: "2027-10-30T22:00:00Z", until: "2027-10-31T23:00:00Z" };
    const read = readTiming({ cron: "10-50/10 2 * * *", timeZone: "Europe/Rome" }, now);
    if (!read.ok) throw new Error("Not read.");
    expect(dueBetween(read.timing, new Date(day.from), new Date(day.until), 99).due).toHaveLength(10);
  });

  it("say how often a frequent schedule runs, and that a far one is far", () => {
    expect(preview({ cron: "* * * * *" }).warnings).toEqual(["This runs 1,440 times a day; each run is answered by the model."]);
    expect(preview({ everyMs: 60_000 }).warnings).toHaveLength(1);
    expect(preview({ cron: "0 9 29 2 +1" }).warnings).toContain("The first run is more than a year away: 2044-02-29 09:00 UTC.");
  });

  it("say which of two is meant when the clocks show a time twice", () => {
    expect(preview({ runAt: "2027-10-31T02:30", timeZone: "Europe/Rome" }).warnings).toEqual([
      "The clocks show this time twice on that day. Meant is 2027-10-31 02:30 Europe/Rome (UTC+02:00).",
    ]);
  });
});
