import { request as send } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "@playwright/test";
import { OWNER } from "./owner.ts";

const AUTHORIZATION = `Bearer ${OWNER.apiKey}`;

test("the protocol's own client lists our tools and calls one", async ({ baseURL }) => {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: AUTHORIZATION } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", baseURL), { requestInit }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("file_system");
  const listed = await client.callTool({ name: "file_system", arguments: { action: "list", path: "." } });
  expect(listed).toMatchObject({ isError: false, content: [{ text: expect.stringContaining("The workspace") }] });
  await client.close();
});

test("another name for this machine is refused by the running server, which fills in a proxy's headers itself", async ({ baseURL }) => {
  const port = new URL(baseURL ?? "").port;
  const statusFor = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const request = send(`${baseURL}/api/mcp`, {
        method: "POST",
        headers: {
          authorization: AUTHORIZATION,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      });
      request.once("error", reject).once("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }));
    });
  expect(await statusFor({ host: `evil.example:${port}` })).toBe(403);
  expect(await statusFor({ host: `evil.example:${port}`, origin: `http://evil.example:${port}`, "x-forwarded-for": "192.0.2.1" })).toBe(
    403,
  );
  expect(await statusFor({ host: `LocalHost:${port}` })).toBe(200);
  expect(await statusFor({ host: "chat.example.org", "x-forwarded-for": "192.0.2.1" })).toBe(200);
});
