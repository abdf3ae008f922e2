import { describe, expect, it } from "vitest";
import { cpuMs } from "#lib/testing/cpu-ms.ts";
import { lineDiff } from "./line-diff.ts";

const told = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-" }[kind]}${text}`);

describe("lineDiff", () => {
  it.each([
    ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
    ["", "a", ["+a"]],
    ["a", "", ["-a"]],
    ["a\nb", "a\nb", [" a", " b"]],
    ["a\n", "a", [" a", "-"]],
    ["a\nb\nc\nd", "b\nd\ne", ["-a", " b", "-c", " d", "+e"]],
    ["x\nx", "x\nx\nx", [" x", " x", "+x"]],
  ])("tells %j and %j apart", (before, after, lines) => {
    expect(told(before, after)).toEqual(lines);
  });

  it("loses no line of either side, whatever they are", () => {
    for (let round = 0; round < 300; round += 1) {
      const text = () => Array.from({ length: Math.floor(Math.random() * 12) }, () => "abc"[Math.floor(Math.random() * 3)]).join("\n");
      const [before, after] = [text(), text()];
      const lines = lineDiff(before, after);
      const side = (other: "added" | "removed") =>
        lines
          .filter(({ kind }) => kind !== other)
          .map((line) => line.text)
          .join("\n");
      expect([side("added"), side("removed")]).toEqual([before, after]);
    }
  });

  it("shows files too long to compare as replaced, at once", () => {
    const many = (letter: string) => Array.from({ length: 20_000 }, (_, line) => `${letter}${line}`).join("\n");
    const startedAt = cpuMs();
    expect(lineDiff(many("a"), many("b"))).toHaveLength(40_000);
    expect(cpuMs() - startedAt).toBeLessThan(1_000);
  });
});
