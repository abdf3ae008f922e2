import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseEnv } from "#lib/env.ts";
import { citedPaths, firstColumn, missingPaths } from "./documents.ts";

const DOCUMENTS = ["README.md", "AGENTS.md", "lib/README.md", "components/README.md", ...globSync("docs/**/*.md")];
/** Set by the launcher for its children, and nobody's to set. */
const INTERNAL = /^COUNTERSIGN_/;

describe("the documents", () => {
  it.each(DOCUMENTS)("%s cites only paths that exist", (document) => {
    expect(missingPaths(document, readFileSync(document, "utf8"))).toEqual([]);
  });

  it("are read: README cites more than ten paths", () => {
    expect(citedPaths(readFileSync("README.md", "utf8")).length).toBeGreaterThan(10);
  });

  it.each([
    ["a file in prose", "See `lib/gate/no-such-file.ts`."],
    ["a folder", "| `lib/nowhere/` | nothing |"],
    ["a picture", "![What it shows](docs/images/no-such-picture.png)"],
    ["a link to a neighbour", "[why](decisions/9999-nothing.md)"],
  ])("are not believed: a planted path is caught (%s)", (_, text) => {
    expect(missingPaths("docs/planted.md", text)).toHaveLength(1);
  });
});

describe("README's configuration table", () => {
  it("has every variable that the code reads, and no other", () => {
    const table = firstColumn(readFileSync("README.md", "utf8"), "Configuration");
    expect([...table].sort()).toEqual(readVariables().sort());
  });

  it("says the defaults that the code has", () => {
    const rows = readFileSync("README.md", "utf8").split("\n");
    for (const [name, value] of Object.entries(parseEnv({}))) {
      if (value === undefined || value === "") continue;
      const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
      expect(row?.split("|").at(-2)?.trim(), name).toBe(`\`${value}\``);
    }
  });
});

it("every folder of lib/ has its line in lib/README.md", () => {
  const folders = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const listed = firstColumn(readFileSync("lib/README.md", "utf8"), "Folders");
  expect(folders.map(({ name }) => `lib/${name}/`).sort()).toEqual([...listed].sort());
});

/** By the text, because a schema does not tell the names of what is not set. */
function readVariables(): string[] {
  const names = [...readFileSync("lib/env.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = ""]) => name);
  return names.filter((name) => !INTERNAL.test(name));
}
