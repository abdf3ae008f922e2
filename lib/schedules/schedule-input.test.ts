import { expect, it } from "vitest";
import { newScheduleBody, scheduleChangeBody } from "./schedule-input.ts";

const named = (name: string) => newScheduleBody.safeParse({ name, prompt: "List my files.", cron: "0 9 * * *" });

it("takes a name on one line in which there is something to see, of 120 characters at most", () => {
  expect(named("  Daily\r\nreport\u2028now ").data?.name).toBe("Daily report now");
  expect(named("x".repeat(120)).success).toBe(true);
  expect(scheduleChangeBody.parse({ name: " Weekly\n" })).toEqual({ name: "Weekly" });
});

it.each([
  ["nothing", "", "A name is needed."],
  ["blanks", " \n\t", "A name is needed."],
  ["what nobody sees", "\u200b\u202e", "At least one character that can be seen."],
  ["fillers", "\u3164\u2800", "At least one character that can be seen."],
  ["too much", "x".repeat(121), "120 characters at most."],
])("takes no name of %s", (_what, name, message) => {
  expect(named(name).error?.issues[0]).toMatchObject({ path: ["name"], message });
  expect(scheduleChangeBody.safeParse({ name }).success).toBe(false);
});
