import { expect, it } from "vitest";
import { saidText } from "./said-text.ts";

it.each([
  ["  hello  ", "hello"],
  ["\r\n \n hello\n", "hello"],
  ["    def f():\n        return 1\n\n", "    def f():\n        return 1"],
  ["\n\n\tif x:\n\t\ty()", "\tif x:\n\t\ty()"],
  ["hello\n  there", "hello\n  there"],
  [" \n\t ", ""],
  [`${" \n".repeat(50_000)}x`, "x"],
])("keeps of %j what was said, with the indentation of code", (text, said) => {
  expect(saidText(text)).toBe(said);
});
