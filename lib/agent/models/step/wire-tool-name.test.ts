import { expect, it } from "vitest";
import { qualifiedName } from "#lib/mcp-servers/qualified-name.ts";
import { wireToolName } from "./wire-tool-name.ts";

it("leaves the name of every tool that there can be as it is, or a model would see that it used another", () => {
  const long = ["x".repeat(57), "x".repeat(58), "x".repeat(128)].map((tool) => qualifiedName("a", tool));
  expect(long.map(({ length }) => length)).toEqual([64, 64, 64]);
  for (const name of ["file_system", ...long]) expect(wireToolName(name)).toBe(name);
});

it.each([
  ["functions.shell", "functions_shell"],
  ["", "unnamed"],
  ["__proto__", "not___proto__"],
  ["x".repeat(80), "x".repeat(64)],
])("brings %j into the form that providers take back", (name, taken) => {
  expect(wireToolName(name)).toBe(taken);
});
