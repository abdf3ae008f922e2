import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `node scripts/new-tool.ts weather-report` makes lib/tools/weather-report/ with one file and one test, registers the tool, and gives the tests over all
 * tools a call of it.
 * What it makes runs, passes its test and can be called; the places to change say so.
 */
if (import.meta.main) {
  try {
    const made = createTool(join(import.meta.dirname, ".."), process.argv[2] ?? "");
    console.log(
      `${made.join("\n")}\nNext: fill in ${made[0]}, then \`npx biome check --write lib\` and \`npx vitest run lib/tools lib/gate\`.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Makes the files of a tool under `root` and returns their paths, relative to it.
 * @throws Error for a name that is not kebab-case, or that is taken; nothing was written then.
 */
export function createTool(root: string, folder: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(folder) || folder.length > 64) {
    throw new Error("Usage: node scripts/new-tool.ts <name>, the name in kebab-case: weather-report");
  }
  const names = { folder, tool: folder.replaceAll("-", "_"), variable: `${camelCase(folder)}Tool`, title: titleOf(folder) };
  const [file, test] = [`lib/tools/${folder}/${folder}.ts`, `lib/tools/${folder}/${folder}.test.ts`];
  const [list, calls] = ["lib/gate/built-in-tools.ts", "lib/testing/example-calls.ts"];
  if (existsSync(join(root, "lib/tools", folder))) throw new Error(`There is a folder lib/tools/${folder} already.`);
  const registered = withTool(readFileSync(join(root, list), "utf8"), names);
  const called = withExample(readFileSync(join(root, calls), "utf8"), names);
  mkdirSync(join(root, "lib/tools", folder));
  writeFileSync(join(root, file), toolSource(names));
  writeFileSync(join(root, test), testSource(names));
  writeFileSync(join(root, list), registered);
  writeFileSync(join(root, calls), called);
  return [file, test, list, calls];
}

interface Names {
  folder: string;
  tool: string;
  variable: string;
  title: string;
}

function camelCase(folder: string): string {
  return folder.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function titleOf(folder: string): string {
  const words = folder.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The list with one import and one entry more. */
function withTool(source: string, { folder, variable }: Names): string {
  const entries = /(BUILT_IN_TOOLS[^=]*= \[)([^\]]*?),?\s*\]/;
  if (!entries.test(source)) throw new Error("lib/gate/built-in-tools.ts has no list of tools any more; add the tool by hand.");
  const line = `import { ${variable} } from "#lib/tools/${folder}/${folder}.ts";\n`;
  return (
    line + source.replace(entries, (_, start: string, tools: string) => `${start}${tools}${tools.trim() === "" ? "" : ", "}${variable}]`)
  );
}

/** The calls with one more at their end. */
function withExample(source: string, { tool }: Names): string {
  const end = /\n( *)\};\n\}\n$/;
  if (!end.test(source)) throw new Error("lib/testing/example-calls.ts has no list of calls any more; add one of the tool by hand.");
  return source.replace(end, (closing, indent: string) => `\n${indent}  ${tool}: { text: "x" },${closing}`);
}

function toolSource({ tool, variable, title }: Names): string {
  return `import { z } from "zod";
import { defineTool } from "#lib/tools/define-tool.ts";

const MAX_CHARS = 1_000;

// Closed, and every text bounded. Defaults, transforms and refinements are refused at the start: do them in \`check\` or \`run\`.
const input = z.strictObject({
  text: z.string().max(MAX_CHARS).describe("What to count."),
});

export const ${variable} = defineTool({
  name: "${tool}",
  version: 1,
  title: "${title}",
  // Three parts, for the model: when to use it, what it returns, its limits.
  description: "Use it to count the characters of a text. Returns the number as one line of text. Limits: 1,000 characters a call.",
  category: "text",
  tags: ["text"],
  // The strongest thing that a call can do: read, write or irreversible. It decides who is asked, and whether a call may be repeated.
  effect: "read",
  requiresApproval: false,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  limits: { characters: MAX_CHARS },
  idempotent: true,
  summarize: ({ text }) => \`Count \${text.slice(0, 40)}\`,
  // Throw ToolFailure("some_code", "One sentence.") for what the model or the person can act on.
  run: async ({ text }, context) => {
    context.signal.throwIfAborted();
    const characters = [...text].length;
    return { data: { characters }, text: \`\${characters} characters\` };
  },
});
`;
}

function testSource({ folder, tool, variable }: Names): string {
  return `import { expect, it } from "vitest";
import { tenantDb } from "#db/tenant.ts";
import { newId, type TenantId, type UserId } from "#lib/ids.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import { mintGrant } from "#lib/tools/grant.ts";
import { ${variable} } from "./${folder}.ts";

function context(): ToolContext {
  const tenantId = newId<TenantId>();
  const tenant = { tenantId, userId: newId<UserId>(), role: "member", db: tenantDb(tenantId) } as const;
  const signal = new AbortController().signal;
  return {
    tenant,
    runId: newId(),
    chatId: newId(),
    callId: newId(),
    entryPoint: "chat",
    workspace: "/nowhere",
    workspaceBytes: null,
    signal,
  };
}

it("${tool} counts characters, not code units", async () => {
  const result = await ${variable}.execute({ text: "a🙂" }, context(), undefined, mintGrant());
  expect(result.data).toEqual({ characters: 2 });
});
`;
}
