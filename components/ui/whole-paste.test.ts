import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Fields of a source text that would cut what is pasted, without a word: a browser does so at `maxLength`. */
function cutting(source: string): string[] {
  const fields = source.match(/<(?:Input|Textarea)\b(?:=>|[^>])*>/g) ?? [];
  return fields.filter((field) => /\bmaxLength=/.test(field) && (field.startsWith("<Textarea") || /type="password"/.test(field)));
}

it("no field for a password or for many words cuts what is pasted: half a password would be another one", () => {
  const files = globSync("{app,components}/**/*.tsx");
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => cutting(readFileSync(file, "utf8")).map((field) => `${file}: ${field}`))).toEqual([]);
});

it("catches one that is planted", () => {
  expect(cutting('<Input type="password" onChange={(event) => set(event)} maxLength={256} />')).toHaveLength(1);
  expect(cutting("<Textarea maxLength={2_000} />")).toHaveLength(1);
  expect(cutting('<Input name="name" maxLength={100} />')).toEqual([]);
});
