import { expect, it } from "vitest";
import { nextRun } from "./next-runs.ts";
import { timingOfRow } from "./timing-of-row.ts";

const empty = { cron: null, runAt: null, everyMs: null, timeZone: "UTC", createdAt: new Date("2027-01-01T00:00:00Z") };

it("reads each of the three forms", () => {
  expect(timingOfRow({ ...empty, cron: "0 9 * * *" })).toEqual({ kind: "cron", cron: "0 9 * * *", timeZone: "UTC" });
  expect(timingOfRow({ ...empty, runAt: new Date(0) })).toEqual({ kind: "once", runAt: new Date(0), timeZone: "UTC" });
  expect(timingOfRow({ ...empty, everyMs: 60_000 })).toEqual({ kind: "every", everyMs: 60_000, anchor: empty.createdAt, timeZone: "UTC" });
});

it("says what is wrong with a row that something else changed, at the latest when its next run is asked for", () => {
  const next = (row: Parameters<typeof timingOfRow>[0]) => nextRun(timingOfRow(row), new Date());
  expect(() => next(empty)).toThrow("0 of cron, runAt and everyMs");
  expect(() => next({ ...empty, cron: "0 9 * * *", everyMs: 60_000 })).toThrow("2 of cron, runAt and everyMs");
  expect(() => next({ ...empty, everyMs: 0 })).toThrow("too short");
  expect(() => next({ ...empty, cron: "*/0 * * * *" })).toThrow();
  expect(() => next({ ...empty, cron: "0 9 * *" })).toThrow();
  expect(() => next({ ...empty, cron: "0 9 * * *", timeZone: "Mars/Phobos" })).toThrow();
});
