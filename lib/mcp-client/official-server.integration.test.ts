import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { listToolsOf } from "./list-tools-of.ts";
import { withServer } from "./with-server.ts";

process.env.WEB_FETCH_ALLOW = "127.0.0.1";

/** Servers of the protocol's own code, each session with one of its own. */
let http: Server;
const sessions = new Map<string, StreamableHTTPServerTransport>();

beforeAll(async () => {
  http = createServer((request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    void (known ? Promise.resolve(known) : openSession()).then((transport) => transport.handleRequest(request, response));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

async function openSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  const server = new McpServer({ name: "official", version: "1" }, { capabilities: { logging: {} } });
  const add = { description: "Adds.", inputSchema: { left: z.number(), right: z.number() }, outputSchema: { sum: z.number() } };
  server.registerTool("add", add, async ({ left, right }, { sendNotification }) => {
    await sendNotification({ method: "notifications/message", params: { level: "info", data: "adding" } });
    server.registerTool(`late_${left}`, { description: "Came later." }, async () => ({ content: [] }));
    return { structuredContent: { sum: left + right }, content: [{ type: "text", text: `${left + right}` }] };
  });
  await server.connect(transport as never);
  return transport;
}

const answer = z.looseObject({ structuredContent: z.unknown() });

it("is spoken with over streams and sessions, which are ended, and its notice of another list is heard", async () => {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const said = await withServer({ url, headers: {} }, AbortSignal.timeout(15_000), async (connection) => {
    const listed = await listToolsOf(connection);
    const params = { name: "add", arguments: { left: 2, right: 3 } };
    const { structuredContent } = await connection.ask("tools/call", params, answer, 5_000);
    const again = await listToolsOf(connection);
    return { listed, structuredContent, again, isListStale: connection.isListStale };
  });
  expect(said.listed).toMatchObject([{ name: "add", inputSchema: { type: "object", required: ["left", "right"] } }]);
  expect(said).toMatchObject({ structuredContent: { sum: 5 }, isListStale: true });
  expect(said.again).toHaveLength(2);
  await expect.poll(() => sessions.size).toBe(0);
});
