import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REQUIREMENTS } from "#e2e/requirements.ts";

/** Ids run from R1 to R183 and from D1 to D15. */
const isId = (id: string) => /^(R([1-9]\d?|1[0-7]\d|18[0-3])|D([1-9]|1[0-5]))$/.test(id);

/** What is wrong with a citation `file › title`, or null: the title must stand in the file, as a test's or as a group's. */
function faultOf(citation: string): string | null {
  const [file = "", title = ""] = citation.split(" › ");
  if (!/\.(test|spec)\.ts$/.test(file) || !existsSync(file)) return `There is no test file ${file}.`;
  const source = readFileSync(file, "utf8");
  return ['"', "'", "`"].some((quote) => title !== "" && source.includes(`${quote}${title}${quote}`)) ? null : `${file} has no "${title}".`;
}

describe("the requirements", () => {
  it("cite tests that are there", () => {
    expect(Object.values(REQUIREMENTS).flatMap((citations) => citations.flatMap((citation) => faultOf(citation) ?? []))).toEqual([]);
  });

  it("have an id that there is, and a proof each", () => {
    expect(Object.keys(REQUIREMENTS).filter((id) => !isId(id) || REQUIREMENTS[id]?.length === 0)).toEqual([]);
  });

  it.each([
    "lib/testing/requirements.test.ts › a title that nobody wrote",
    "lib/no-such.test.ts › cite tests that are there",
    "lib/env.ts › PORT",
  ])("are not believed: %s", (citation) => {
    expect(faultOf(citation)).not.toBeNull();
  });
});
