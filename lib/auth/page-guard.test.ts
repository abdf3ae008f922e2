import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

/** Pages that nobody may see too, and why. A new entry is a decision. */
const OPEN = [
  "app/(auth)/choose-organization/page.tsx", // asks for the person, who has no organization
  "app/(auth)/invitation/page.tsx", // the link's token
  "app/(auth)/set-up/page.tsx", // the start's token
  "app/(auth)/sign-in/page.tsx",
  "app/dev/components/page.tsx", // development only
  "app/dev/components/shell/page.tsx",
];

function pages(): string[] {
  return readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === "page.tsx")
    .map((entry) => path.join(entry.parentPath, entry.name));
}

interface Node {
  type: string;
  [key: string]: unknown;
}

/** True when the default export's own body awaits `pageActor()` in its first statement. */
function beginsWithActor(source: string): boolean {
  const program = parseSync("page.tsx", source).program as unknown as { body: Node[] };
  const exported = program.body.find((node) => node.type === "ExportDefaultDeclaration")?.declaration as Node | undefined;
  const [first] = ((exported?.body as Node | undefined)?.body as Node[] | undefined) ?? [];
  const awaited = first?.type === "VariableDeclaration" ? ((first.declarations as Node[])[0]?.init as Node) : (first?.expression as Node);
  const call = awaited?.type === "AwaitExpression" ? (awaited.argument as Node) : undefined;
  return call?.type === "CallExpression" && (call.callee as Node).name === "pageActor";
}

describe("pages", () => {
  it("begin with pageActor(), because a layout or a proxy in front guards nothing", () => {
    const found = pages();
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((file) => !OPEN.includes(file) && !beginsWithActor(readFileSync(file, "utf8")))).toEqual([]);
  });

  it("are open only when they stand in the list", () => {
    expect(OPEN.filter((file) => !pages().includes(file))).toEqual([]);
  });

  it.each([
    ["no guard", "export default async function P() { return <p>all of it</p>; }"],
    ["a guard in a comment", "export default async function P() { /* await pageActor() */ return null; }"],
    ["a guard that is not awaited", "export default function P() { pageActor(); return null; }"],
    ["a guard in another function", "async function other() { await pageActor(); } export default async function P() { return null; }"],
    ["a guard after the work", "export default async function P() { const all = await secrets(); await pageActor(); return all; }"],
  ])("are found with %s (planted)", (_what, source) => {
    expect(beginsWithActor(source)).toBe(false);
  });
});
