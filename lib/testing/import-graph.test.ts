import { describe, expect, it } from "vitest";
import { findCircles } from "./import-circles.ts";
import { importsOf, readImportGraph } from "./import-graph.ts";
import { findViolations } from "./import-rules.ts";

const graph = readImportGraph();

describe("the import graph", () => {
  it("has no import that a rule forbids", () => {
    expect(findViolations(graph)).toEqual([]);
  });

  it("runs in no circle, not for types either", () => {
    expect(findCircles(graph)).toEqual([]);
  });

  it("finds a planted circle, however long", () => {
    const planted = (file: string, target: string) => ({ file, imports: importsOf(file, `import type { X } from "#${target}";`) });
    const [a, b, c] = ["lib/a.ts", "lib/b.ts", "lib/c.ts"];
    expect(findCircles([planted(a, b), planted(b, c), planted(c, b)])).toEqual(["lib/b.ts > lib/c.ts > lib/b.ts"]);
    expect(findCircles([planted(a, a)])).toEqual(["lib/a.ts > lib/a.ts"]);
    expect(findCircles([planted(a, b), planted(b, c)])).toEqual([]);
  });

  it("is not empty, and knows the edge from the gate to a tool", () => {
    expect(graph.length).toBeGreaterThan(100);
    const registry = graph.find(({ file }) => file === "lib/gate/built-in-tools.ts");
    expect(registry?.imports.map(({ target }) => target)).toContain("lib/tools/file-system/file-system.ts");
  });

  it.each([
    ["lib/agent/rogue.ts", 'import { shellTool } from "#lib/tools/shell/shell.ts";'],
    ["app/api/rogue/route.ts", 'export { fileSystemTool } from "#lib/tools/file-system/file-system.ts";'],
    ["worker/jobs/rogue.ts", 'const tool = await import("#lib/tools/web-fetch/web-fetch.ts");'],
    ["lib/chats/rogue.ts", 'const { spawn } = require("node:child_process");'],
    ["lib/chats/rogue.ts", 'const { spawn } = process.getBuiltinModule("child_process");'],
    ["lib/agent/rogue.ts", 'import { mintGrant } from "#lib/tools/grant.ts";'],
    ["lib/agent/rogue.ts", 'import { evaluateCall } from "../gate/evaluate-call.ts";'],
    ["lib/agent/rogue.ts", 'import { streamText } from "ai";'],
    ["app/rogue.ts", 'import { connections } from "#db/client.ts";'],
    ["lib/chats/rogue.ts", 'import postgres from "postgres";'],
    ["lib/http/rogue.ts", 'import NextAuth from "next-auth";'],
    ["components/rogue.tsx", 'import { tenantDb } from "#db/tenant.ts";'],
    ["lib/tools/rogue/rogue.ts", 'import { loadPolicy } from "#lib/policies/load-policy.ts";'],
    ["lib/runs/rogue.ts", 'import { executeToolCall } from "#lib/gate/index.ts";'],
    ["worker/rogue.ts", 'import "#app/page.tsx";'],
    ["lib/ids.ts", 'import { getRun } from "#lib/runs/get-run.ts";'],
    ["lib/schedules/rogue.ts", 'import { Queue } from "bullmq";'],
    ["lib/agent/rogue.ts", 'import { trace } from "@opentelemetry/api";'],
    ["lib/chats/rogue.ts", 'import { Client } from "@modelcontextprotocol/sdk/client/index.js";'],
    ["lib/mcp/rogue.ts", 'const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");'],
    ["lib/mcp-servers/rogue.ts", 'import { withServer } from "#lib/mcp-client/with-server.ts";'],
    ["app/rogue.ts", 'import { withServer } from "#lib/mcp-client/with-server.ts";'],
    ["lib/agent/rogue.ts", 'import { serverTool } from "#lib/tools/server-tool/server-tool.ts";'],
    ["lib/tracing/rogue.ts", 'import { getRun } from "#lib/runs/get-run.ts";'],
  ])("catches a violation planted in %s: %s", (file, source) => {
    expect(findViolations([{ file, imports: importsOf(file, source) }])).not.toEqual([]);
  });

  it("refuses an import whose target cannot be read", () => {
    expect(() => importsOf("lib/x.ts", "const name = 'x'; await import(name);")).toThrow("cannot be read");
  });

  it("lets types pass where they carry no power", () => {
    const source = 'import type { Tool } from "#lib/tools/define-tool.ts"; import type { UIMessage } from "ai";';
    expect(findViolations([{ file: "lib/agent/x.ts", imports: importsOf("lib/agent/x.ts", source) }])).toEqual([]);
  });
});
