import { describe, expect, it } from "vitest";
import { parseSkill } from "./parse-skill.ts";
import { shippedSkills } from "./shipped-skills.ts";

const skill = (head: string, body = "Do it.") => `---\n${head}\n---\n${body}`;
const HEAD = "name: our-tone\ndescription: How we write.";

describe("a SKILL.md", () => {
  it("has a name, a description and instructions; the rest may be there", () => {
    expect(parseSkill(skill(HEAD))).toEqual({ name: "our-tone", description: "How we write.", tags: [], examples: [], body: "Do it." });
    const more = `${HEAD}\ncategory: writing\ntags: [a, b]\nexamples:\n  - Write to Ann\nlicense: MIT`;
    expect(parseSkill(skill(more))).toMatchObject({ category: "writing", tags: ["a", "b"], examples: ["Write to Ann"] });
  });

  it.each<[string, string]>([
    ["Windows' line breaks", skill(HEAD).replaceAll("\n", "\r\n")],
    ["a byte order mark", `\uFEFF${skill(HEAD)}`],
    ["a rule in its instructions", skill(HEAD, "One.\n\n---\n\nTwo.")],
  ])("is read with %s", (_, text) => {
    expect(parseSkill(text)).toMatchObject({ name: "our-tone" });
  });

  it.each<[string, string, RegExp]>([
    ["no head", "Do it.", /three hyphens/],
    ["a head without an end", `---\n${HEAD}\nDo it.`, /three hyphens/],
    ["YAML that is none", skill("name: [a"), /YAML cannot be read/],
    ["a key twice", skill(`${HEAD}\nname: other`), /YAML cannot be read/],
    ["a list for a head", skill("- a"), /Its head/],
    ["no name", skill("description: x"), /^name/],
    ["a name that is a path", skill("name: ../x\ndescription: x"), /^name: Small letters/],
    ["no description", skill("name: x"), /^description/],
    ["no instructions", skill(HEAD, " \n"), /no instructions/],
    ["too much text", skill(HEAD, "x".repeat(20_001)), /20000 are taken/],
    ["a NUL in its head", skill('name: x\ndescription: "a\\0b"'), /NUL/],
    ["half a character in its head", skill(`${HEAD}\ntags: ["\\uD800"]`), /half a surrogate/],
    ["lists in lists without an end", skill(`${HEAD}\nmore: ${"[".repeat(15_000)}`), /YAML cannot be read/],
    ["a bomb of aliases", skill(`a: &a [x, x]\nb: &b [*a, *a]\n${HEAD}\ntags: *b`), /Its head/],
  ])("is refused with %s, in words", (_, text, words) => {
    expect(parseSkill(text)).toMatchObject({ problem: expect.stringMatching(words) });
  });
});

describe("the skills that come with the product", () => {
  it("can all be read, under the name of their folder", async () => {
    const shipped = await shippedSkills();
    expect(shipped.length).toBeGreaterThan(1);
    for (const { name, content } of shipped) expect(parseSkill(content)).toMatchObject({ name });
  });
});
