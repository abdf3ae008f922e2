import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOTS = ["app", "components", "db", "lib", "worker"];
/** The method by which a tool of a server is called (MCP 2025-11-25), and the ways in which the protocol's own client spells it. */
const CALLS = /["'`]tools\/call["'`]|\.callTool\(|\.callToolStream\(/;

/** Product files that could call a tool of a server. */
function callersIn(files: readonly { file: string; source: string }[]): string[] {
  return files.filter(({ source }) => CALLS.test(source)).map(({ file }) => file);
}

function productFiles(): { file: string; source: string }[] {
  return ROOTS.flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => path.join(root, name)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^lib\/testing\//.test(file))
    .map((file) => ({ file, source: readFileSync(file, "utf8") }));
}

it("calls tools of servers in the handler that the gate grants, and names the method besides only where its type stands", () => {
  expect(callersIn(productFiles()).sort()).toEqual(["lib/mcp-client/with-server.ts", "lib/tools/server-tool/server-tool.ts"]);
});

it.each(['client.request({ method: "tools/call" }, schema)', "await client.callTool({ name })", "connection.ask('tools/call', {})"])(
  "finds a caller that was planted: %s",
  (source) => {
    expect(callersIn([{ file: "lib/agent/rogue.ts", source }])).toEqual(["lib/agent/rogue.ts"]);
  },
);
