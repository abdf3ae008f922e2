import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool, type Tool, type ToolSpecification } from "#lib/tools/define-tool.ts";
import { createToolRegistry, getAllTools, getTool, getToolManifest } from "./registry.ts";

type Specification = ToolSpecification<z.ZodType, undefined>;

function makeTool(changes: Partial<Specification> = {}): Tool {
  return defineTool<z.ZodType>({
    name: "weather",
    version: 1,
    title: "Weather",
    description: "Use it to learn the weather of a place on a day. Returns one line of text. Limits: one place a call, 1,000 characters.",
    category: "web",
    tags: ["weather"],
    effect: "read",
    requiresApproval: false,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: z.strictObject({ place: z.string().max(100), days: z.int().min(1).max(7).optional() }),
    limits: { characters: 1_000 },
    summarize: () => "Weather",
    run: async () => ({ data: null, text: "" }),
    ...changes,
  });
}

describe("the registry", () => {
  it("finds a tool whatever the case of its letters, and always the same one", () => {
    const tool = getTool("file_system");
    expect(tool?.name).toBe("file_system");
    for (const name of ["File_System", "FILE_SYSTEM", "file_System"]) expect(getTool(name)).toBe(tool);
  });

  it.each([
    "file_system ",
    " file_system",
    "functions.file_system",
    "mcp__x__file_system",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "ｆｉｌｅ＿ｓｙｓｔｅｍ",
    "file_ſystem",
    "",
  ])("finds nothing for %j", (name) => {
    expect(getTool(name)).toBeUndefined();
  });

  it("does not take the Kelvin sign for a k", () => {
    const registry = createToolRegistry([makeTool({ name: "kelvin" })]);
    expect(registry.getTool("KELVIN")?.name).toBe("kelvin");
    expect(registry.getTool("\u212aelvin")).toBeUndefined();
  });

  it("refuses a second tool of a name, naming it", () => {
    const registry = createToolRegistry([makeTool()]);
    expect(() => registry.register(makeTool({ version: 2 }))).toThrow('"weather"');
    expect(registry.getTool("weather")?.version).toBe(1);
  });

  it("loses nothing when 1,000 registrations and look-ups run at once", async () => {
    const registry = createToolRegistry();
    const names = Array.from({ length: 1_000 }, (_, i) => `tool_${i}`);
    const found = await Promise.all(
      names.map(async (name) => {
        registry.register(makeTool({ name }));
        await Promise.resolve();
        return registry.getTool(name.toUpperCase())?.name;
      }),
    );
    expect(found).toEqual(names);
    expect(registry.getAllTools()).toHaveLength(1_000);
  });

  it("shows name, description, schema and facts of each tool, and no handler", () => {
    const registry = createToolRegistry(["one", "two", "three", "four"].map((name) => makeTool({ name })));
    const manifest = registry.getToolManifest();
    expect(manifest.map((tool) => tool.name)).toEqual(["one", "two", "three", "four"]);
    expect(Object.keys(manifest[0] ?? {}).sort()).toEqual(
      ["annotations", "category", "description", "effect", "inputSchema", "limits", "name", "requiresApproval", "tags", "title"].sort(),
    );
    expect(manifest[0]).toMatchObject({
      inputSchema: { type: "object", required: ["place"], additionalProperties: false },
      limits: { timeoutMs: 8_000, characters: 1_000 },
    });
    expect(structuredClone(manifest)).toEqual(manifest);
  });

  it("holds sound tools that say everything, and shows no path of the server", () => {
    for (const tool of getAllTools()) {
      expect(tool.category && tool.tags.length > 0 && typeof tool.requiresApproval === "boolean").toBe(true);
    }
    const shown = JSON.stringify(getToolManifest());
    expect(shown).not.toContain(process.cwd());
    expect(shown).not.toMatch(/"execute"|"run"|node_modules|\.ts\b/);
  });
});

describe("the arguments of a registered tool", () => {
  const { validate } = createToolRegistry([makeTool()]).getAllTools()[0] ?? {};

  it.each([
    [{ place: "Rome" }, null],
    [{ place: "Rome", days: 7 }, null],
    [{}, { path: "place", message: "is required" }],
    [{ place: 42 }, { path: "place", message: "must be string" }],
    [
      { place: "Rome", tomorrow: true },
      { path: "tomorrow", message: "is not a known argument" },
    ],
    [{ place: "x".repeat(101) }, { path: "place", message: "must NOT have more than 100 characters" }],
    [
      { place: "Rome", days: 1.5 },
      { path: "days", message: "must be integer" },
    ],
    [
      { place: "Rome", days: 8 },
      { path: "days", message: "must be <= 7" },
    ],
    [[], { path: "", message: "must be object" }],
    [JSON.parse('{"place":"Rome","__proto__":{"x":1}}'), { path: "__proto__", message: "is not a known argument" }],
  ])("%j: %j", (input, issue) => {
    const before = JSON.stringify(input);
    expect(validate?.(input)).toEqual(issue && [issue]);
    expect(JSON.stringify(input)).toBe(before);
  });

  it("names the values that an argument may have", () => {
    expect(getTool("file_system")?.validate({ action: "delete", path: "a" })).toEqual([
      { path: "action", message: 'must be one of "read", "write", "list"' },
    ]);
  });
});

describe("a tool that the gate could not hold to its word does not get in", () => {
  const withInput = (input: z.ZodType) => makeTool({ input });
  const place = z.string().max(10);
  it.each<[string, Tool]>([
    ["effect", { ...makeTool(), effect: undefined } as unknown as Tool],
    ["effect", { ...makeTool(), effect: "harmless" } as unknown as Tool],
    ["requiresApproval", { ...makeTool(), requiresApproval: undefined } as unknown as Tool],
    ["lower_snake_case", makeTool({ name: "Weather" })],
    ["lower_snake_case", makeTool({ name: "__proto__" })],
    ["category", makeTool({ category: "" })],
    ["tags", makeTool({ tags: [] })],
    ["version", makeTool({ version: 0 })],
    ["readOnlyHint", makeTool({ effect: "write" })],
    ["destructiveHint", makeTool({ effect: "irreversible" })],
    [
      "when to use",
      makeTool({ description: "Returns the weather of a place on a day. Limits: one place a call, and 1,000 characters of text." }),
    ],
    [
      "what it returns",
      makeTool({ description: "Use it to learn the weather of a place on a day. Limits: one place a call, 1,000 characters." }),
    ],
    [
      "limits",
      makeTool({ description: "Use it to learn the weather of a place on a day. Returns one line of text about the weather there." }),
    ],
    ["characters", makeTool({ description: "Use it. Returns 1." })],
    ["not closed", withInput(z.object({ place }))],
    ["not closed", withInput(z.strictObject({ where: z.looseObject({ place }) }))],
    ["place has no maxLength", withInput(z.strictObject({ place: z.string() }))],
    ["places[] has no maxLength", withInput(z.strictObject({ places: z.array(z.string()).max(3) }))],
    ["where.place has no maxLength", withInput(z.strictObject({ where: z.union([z.strictObject({ place: z.string() }), place]) }))],
    ["places has no maxItems", withInput(z.strictObject({ places: z.array(place) }))],
    ["place takes anything", withInput(z.strictObject({ place: z.unknown() }))],
    ["takes anything", withInput(z.strictObject({ place: z.bigint() }))],
    ["not closed", withInput(z.strictObject({ places: z.record(z.string().max(5), place) }))],
    ["format", withInput(z.strictObject({ place: z.url().max(10) }))],
    ["check in code", withInput(z.strictObject({ place: place.refine((text) => text !== "Rome") }))],
    ["check in code", withInput(z.strictObject({ place }).refine(() => true))],
    ["change what was sent", withInput(z.strictObject({ place: place.default("Rome") }))],
    ["change what was sent", withInput(z.strictObject({ days: z.coerce.number() }))],
    ["change what was sent", withInput(z.strictObject({ place: place.transform((text) => text.length) }))],
    ["check in code", withInput(z.strictObject({ place: place.trim() }))],
    ["one object", withInput(place)],
    ["no input schema", { ...makeTool(), input: undefined } as unknown as Tool],
  ])("%s", (fault, tool) => {
    expect(() => createToolRegistry([tool])).toThrow(fault);
    expect(() => createToolRegistry([tool])).toThrow(`"${tool.name}"`);
  });
});
