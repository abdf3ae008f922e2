import { expect, it } from "vitest";
import { cpuMs } from "#lib/testing/cpu-ms.ts";
import { closeOpenMarks } from "./close-open-marks.ts";

it.each([
  ["**bo", "**bo**"],
  ["**bo*", "**bo**"],
  ["a *b **c", "a *b **c***"],
  ["***both", "***both***"],
  ["~~gone", "~~gone~~"],
  ["_it", "_it_"],
  ["`co", "`co`"],
  ["``a ` b", "``a ` b``"],
  ["**a `**b", "**a `**b`**"],
  ["**a ", "**a** "],
  ["**a\\", "**a**\\"],
  ["- **a\n- *b", "- **a\n- *b*"],
  ["> *a\nb", "> *a\nb*"],
  ["| **a** | *b", "| **a** | *b*"],
  ["[text](http://exa", "text"],
  ["**see [text](http://exa", "**see text**"],
])("%j is closed as %j", (text, closed) => {
  expect(closeOpenMarks(text)).toBe(closed);
});

it.each([
  "done **bold** *it* `co` ~~gone~~ [a](https://b.example) and on",
  "2 * 3 and 2*(3",
  "snake_case_name",
  "about ~5 min",
  "\\*not",
  "* item",
  "**",
  "a **",
  "[ ] task",
  "[words",
  "**a\n\nb",
  "# *a\nb",
  "    **indented code",
  "- ```\n  **in a fence",
  "| **a | b |",
])("%j stays as it is", (text) => {
  expect(closeOpenMarks(text)).toBe(text);
});

it("adds nothing to a text that opens without end, and takes linear time", () => {
  const startedAt = cpuMs();
  for (const text of ["*a **b ".repeat(2_800), "[".repeat(20_000), "`a ``b ".repeat(2_800), "~~a ".repeat(2_500) + "b_ ".repeat(2_500)]) {
    expect(closeOpenMarks(text).length - text.length).toBeLessThan(3);
  }
  expect(cpuMs() - startedAt).toBeLessThan(500);
});
