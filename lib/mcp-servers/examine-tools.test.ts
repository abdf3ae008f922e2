import { expect, it } from "vitest";
import { differencesBetween } from "./differences.ts";
import { examineTools } from "./examine-tools.ts";

const problems = async (...listed: unknown[]) => (await examineTools("a", listed)).tools.map(({ name, problem }) => [name, problem]);

it("sets aside all but one of the names that models and rules could not tell apart, whatever the order", async () => {
  for (const names of [
    ["Search", "search", "SEARCH"],
    ["SEARCH", "search", "Search"],
  ]) {
    expect(await problems(...names.map((name) => ({ name })))).toEqual([
      ["SEARCH", "Its name differs from search in capital letters alone."],
      ["Search", "Its name differs from search in capital letters alone."],
      ["search", null],
    ]);
  }
  expect(await problems({ name: "x" }, { name: "x", description: "Another." })).toEqual([
    ["x", "The server lists this name more than once."],
  ]);
});

it("sets aside what is nested without an end, and what describes itself by no text", async () => {
  let deep: unknown = {};
  for (let depth = 0; depth < 50; depth += 1) deep = { properties: { a: deep } };
  let endless: unknown = {};
  for (let depth = 0; depth < 100_000; depth += 1) endless = [endless];
  expect(
    await problems({ name: "deep", inputSchema: deep }, { name: "endless", inputSchema: endless }, { name: "odd", description: 5 }),
  ).toEqual([
    ["deep", "Its definition is nested more than 40 deep."],
    ["endless", expect.stringMatching(/cannot be read/)],
    ["odd", "Its description is not a text."],
  ]);
});

it("tells differences where they are, and of a great many the first and the whole", () => {
  const before = { name: "x", inputSchema: { properties: { "a/b": { type: "string" } } } };
  expect(differencesBetween(before, { name: "x", inputSchema: { properties: { "a/b": { type: "number" } } } })).toEqual([
    { path: "/inputSchema/properties/a~1b/type", before: "string", after: "number" },
  ]);
  const properties = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, {}]));
  const many = differencesBetween(before, { name: "x", inputSchema: { properties } });
  expect(many).toHaveLength(101);
  expect(many.at(-1)).toMatchObject({ path: "", before });
});
