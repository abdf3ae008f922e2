import { describe, expect, it } from "vitest";
import { instantText } from "#lib/instant.ts";
import { listQuery } from "./list-query.ts";

const query = listQuery({ from: instantText.optional(), to: instantText.optional() });
const noon = "2027-07-01T12:00:00Z";

function refusedAt(input: Record<string, unknown>): string[] {
  return query.safeParse(input).error?.issues.map((issue) => issue.path.join(".")) ?? [];
}

describe("the query of a list", () => {
  it("has a page of fifty and an empty cursor for none", () => {
    expect(query.parse({ cursor: "" })).toEqual({ limit: 50 });
  });

  it.each([
    ["no item", { limit: "0" }, "limit"],
    ["more than 200", { limit: "201" }, "limit"],
    ["a limit that is no number", { limit: "1e2" }, "limit"],
    ["a key that is no filter", { colour: "red" }, ""],
    ["a range that runs backwards", { from: noon, to: "2027-07-01T11:59:59Z" }, "from"],
    ["a range that runs backwards in another zone's writing", { from: noon, to: "2027-07-01T13:00:00+02:00" }, "from"],
    ["a range with no time in it", { from: noon, to: noon }, "from"],
  ])("refuses %s", (_, input, path) => {
    expect(refusedAt(input)).toEqual([path]);
  });

  it("takes a range with one end", () => {
    expect(refusedAt({ from: noon })).toEqual([]);
    expect(refusedAt({ to: noon })).toEqual([]);
  });
});
