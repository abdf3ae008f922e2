import { describe, expect, it } from "vitest";
import { shortenedDiff } from "./shortened-diff.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

describe("what changed between two versions", () => {
  it("is shown with three lines around it, and the rest is counted", () => {
    const after = numbered(20).with(10, "changed");
    const stretches = shortenedDiff(numbered(20).join("\n"), after.join("\n"));
    expect(stretches.map((stretch) => (stretch.kind === "lines" ? stretch.lines.length : -stretch.count))).toEqual([-7, 8, -6]);
    expect(stretches[1]).toMatchObject({
      lines: [{}, {}, {}, { kind: "removed", text: "line 10" }, { kind: "added", text: "changed" }, {}, {}, {}],
    });
  });

  it("is one stretch where two changes are near to each other", () => {
    const after = numbered(20).with(8, "one").with(12, "two");
    expect(shortenedDiff(numbered(20).join("\n"), after.join("\n")).map(({ kind }) => kind)).toEqual(["left-out", "lines", "left-out"]);
  });

  it("is nothing where nothing changed, and everything of a text that was empty", () => {
    expect(shortenedDiff("same\ntext", "same\ntext")).toEqual([]);
    expect(shortenedDiff("", "a\nb")).toEqual([
      {
        kind: "lines",
        lines: [
          { kind: "added", text: "a" },
          { kind: "added", text: "b" },
        ],
      },
    ]);
  });
});
