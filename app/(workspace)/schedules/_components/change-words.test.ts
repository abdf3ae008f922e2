import { describe, expect, it } from "vitest";
import { changeWords, fieldValueWords } from "./change-words.ts";

describe("a change in words", () => {
  it.each<[string, Parameters<typeof changeWords>[0]]>([
    ["paused it", { from: "active", to: "paused", fields: {} }],
    [
      "changed its name, what it does and when it runs",
      { from: "active", to: "active", fields: { name: ["a", "b"], prompt: ["a", "b"], cron: ["a", null], runAt: [null, "b"] } },
    ],
    ["changed when it runs and activated it", { from: "completed", to: "active", fields: { runAt: ["a", "b"] } }],
    [
      "changed what it does about missed and overlapping runs",
      { from: "active", to: "active", fields: { missed: ["once", "all"], overlap: ["skip", "queue"] } },
    ],
    ["stopped it, because it cannot run,", { from: "active", to: "broken", fields: {} }],
  ])("%s", (words, change) => {
    expect(changeWords(change)).toBe(words);
  });

  it("names values as people read them", () => {
    expect(fieldValueWords("cron", null)).toBe("none");
    expect(fieldValueWords("everyMs", 5_400_000)).toBe("90 min");
    expect(fieldValueWords("overlap", "replace")).toBe("stops the run before");
    expect(fieldValueWords("prompt", "Write the report.")).toBe("Write the report.");
  });
});
