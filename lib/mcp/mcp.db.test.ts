import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "#app/api/mcp/route.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import type { RunId } from "#lib/ids.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { decide, executionsOf, marking, newMark } from "#lib/testing/approval-scene.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";

let scene: Scene;
const open: Client[] = [];

beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => Promise.all(open.map((client) => client.close())));

const URL_OF_MCP = "http://localhost:3000/api/mcp";

/** The protocol's own client, whose requests go to the handler. */
async function connect({ apiKey }: SceneMember): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    if (request.method !== "POST") return Promise.resolve(new Response(null, { status: 405 }));
    return POST(withHost(request), { params: Promise.resolve({}) } as never);
  };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(URL_OF_MCP), { fetch, requestInit: { headers: { authorization: `Bearer ${apiKey}` } } }),
  );
  open.push(client);
  return client;
}

/** As a server sees it: `fetch` itself sets no `Host` that could be read. */
function withHost(request: Request, host = "localhost:3000"): Request {
  const headers = new Headers(request.headers);
  headers.set("host", host);
  return new Request(request, { headers });
}

interface Result {
  isError?: boolean;
  content: { type: string; text: string }[];
  _meta?: { approvalId?: string; runId?: RunId; kind?: string };
}

async function call(client: Client, name: string, args: Record<string, unknown>, approvalId?: string): Promise<Result & { text: string }> {
  const result = (await client.callTool({ name, arguments: args, ...(approvalId && { _meta: { approvalId } }) })) as unknown as Result;
  return { ...result, text: result.content.map(({ text }) => text).join("") };
}

async function post(
  headers: Record<string, string>,
  body: unknown,
  host?: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  const request = new Request(URL_OF_MCP, { method: "POST", headers: all, body: typeof body === "string" ? body : JSON.stringify(body) });
  const response = await POST(withHost(request, host), { params: Promise.resolve({}) } as never);
  return { status: response.status, body: await response.json() };
}

const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("our tools as an MCP server", () => {
  it("are those that the caller may use, with their schemas and what they do", async () => {
    const { tools } = await (await connect(scene.ours.member)).listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(["file_system", "scheduler", "shell", "web_fetch"]);
    const shell = tools.find(({ name }) => name === "shell");
    expect(shell).toMatchObject({ inputSchema: { type: "object", additionalProperties: false }, annotations: { destructiveHint: true } });
    const { ours } = await createScene();
    await putPolicy(ours.owner.ctx, {
      preset: "balanced",
      rules: [...PRESET_RULES.balanced, { id: "no", effect: "deny", tool: "shell", entryPoints: ["mcp"], reason: "Not over MCP." }],
    });
    const client = await connect(ours.member);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("shell");
    expect(await call(client, "shell", { command: "ls" })).toMatchObject({ isError: true, text: "REFUSED [gate_denied]: Not over MCP." });
  });

  it("act through the gate, and leave a run, a call and a chat behind", async () => {
    const { member } = scene.ours;
    const client = await connect(member);
    const written = await call(client, "File_System", { action: "write", path: "mcp.txt", content: "over MCP" });
    expect(written.isError).toBe(false);
    const read = await call(client, "file_system", { action: "read", path: "mcp.txt" });
    expect(read.text).toContain("over MCP");
    const run = await getRun(member.ctx, { runId: read._meta?.runId as RunId });
    expect(run).toMatchObject({
      trigger: "mcp",
      status: "succeeded",
      stopReason: "final_message",
      model: "mcp-client",
      usage: { totalTokens: 0 },
    });
    expect(run.toolCalls).toMatchObject([{ tool: "file_system", status: "succeeded", entryPoint: "mcp", ruleId: "reads-allow" }]);
    const [chats] = await member.ctx.db.sql(
      (sql) =>
        sql<{ count: number }[]>`select count(*)::int as count from chats where title = 'Calls over MCP' and created_by = ${member.userId}`,
    );
    expect(chats?.count).toBe(1);
  });

  it("answer what cannot be, what is refused and what failed in words, each told apart", async () => {
    const client = await connect(scene.ours.member);
    expect((await call(client, "nope", {})).text).toMatch(/^REFUSED \[invalid_call\]: There is no tool named "nope"/);
    expect((await call(client, "shell", { cmd: "ls" })).text).toMatch(/^REFUSED \[invalid_call\]/);
    expect((await call(client, "shell", { command: "rm -rf /" })).text).toMatch(/^REFUSED \[gate_denied\]/);
    expect(await call(client, "file_system", { action: "read", path: "not-there.txt" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^ERROR \[not_found\]/),
    });
  });

  it("ask people where a rule asks: the call answers at once, and with its approvalId what became of it", async () => {
    const { ours } = await createScene();
    const client = await connect(ours.member);
    const mark = newMark();
    const { args } = marking(mark);
    const asked = await call(client, "shell", args);
    expect(asked.text).toMatch(/^AWAITING APPROVAL: /);
    const approvalId = asked._meta?.approvalId as string;
    expect(await call(client, "shell", args, approvalId)).toMatchObject({ text: asked.text, _meta: { approvalId } });
    const [approval] = (await listApprovals(ours.approver.ctx, { status: "pending", limit: 10 })).items;
    expect(approval).toMatchObject({ id: approvalId, entryPoint: "mcp", requestedBy: ours.member.userId });
    // A call that waits holds up no other.
    expect((await call(client, "file_system", { action: "list", path: "." })).isError).toBe(false);
    if (approval) await decide(ours.approver, approval, "approve");
    const driven = driveGranted(ours.member, asked._meta?.runId as RunId);
    const done = await call(client, "shell", args, approvalId);
    await driven;
    expect(done).toMatchObject({ isError: false, text: expect.stringContaining("Exit code 0") });
    expect((await call(client, "shell", args, approvalId)).text).toBe(done.text);
    expect(await executionsOf(ours.id, mark)).toBe(1);
  });

  it("tell of a no in the decider's words", async () => {
    const { ours } = await createScene();
    const client = await connect(ours.member);
    const asked = await call(client, "shell", { command: "ls" });
    const [approval] = (await listApprovals(ours.approver.ctx, { status: "pending", limit: 10 })).items;
    if (approval) await decide(ours.approver, approval, "deny", "wrong folder");
    await driveGranted(ours.member, asked._meta?.runId as RunId);
    expect(await call(client, "shell", { command: "ls" }, approval?.id)).toMatchObject({
      isError: true,
      text: "REFUSED [approval_denied]: The approver said no: wrong folder",
    });
  });

  it("answer an approvalId only for the call and the person that it is of", async () => {
    const { ours, theirs } = await createScene();
    const client = await connect(ours.member);
    const { _meta } = await call(client, "shell", { command: "ls" });
    const approvalId = _meta?.approvalId as string;
    expect((await call(client, "shell", { command: "ls -la" }, approvalId)).text).toMatch(/^ERROR \[invalid_arguments\]/);
    expect((await call(client, "file_system", { command: "ls" }, approvalId)).text).toMatch(/^ERROR \[invalid_arguments\]/);
    for (const person of [ours.admin, theirs.member]) {
      expect((await call(await connect(person), "shell", { command: "ls" }, approvalId)).text).toMatch(/^ERROR \[not_found\]/);
    }
    expect((await call(client, "shell", { command: "ls" }, "nonsense")).text).toMatch(/^ERROR \[not_found\]/);
    expect((await listApprovals(ours.approver.ctx, { status: "pending", limit: 10 })).total).toBe(1);
  });

  it("take many calls at once, each in a chat in which nothing else is under way", async () => {
    const { ours } = await createScene();
    const client = await connect(ours.member);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => call(client, "file_system", { action: "write", path: `n${n}.txt`, content: String(n) })),
    );
    expect(answers.map(({ isError }) => isError)).toEqual(Array(6).fill(false));
  });
});

describe("the door of the MCP server", () => {
  it("opens for a key alone: nobody is told 401, an auditor 403", async () => {
    expect((await post({}, listing)).status).toBe(401);
    expect((await post({ authorization: `Bearer ${scene.ours.auditor.apiKey}` }, listing)).status).toBe(403);
  });

  it.each<[string, Record<string, string>, string, number]>([
    ["our own origin", { origin: "http://localhost:3000" }, "localhost:3000", 200],
    ["another origin", { origin: "http://evil.example" }, "localhost:3000", 403],
    ["another name for this machine", { origin: "http://evil.example" }, "evil.example", 403],
    ["another name, without an origin", {}, "evil.example", 403],
    ["a proxy's name", { "x-forwarded-for": "192.0.2.1" }, "chat.example.org", 200],
    ["this machine's address", {}, "127.0.0.1:3000", 200],
  ])("for %s", async (_, headers, host, status) => {
    const answer = await post({ authorization: `Bearer ${scene.ours.member.apiKey}`, ...headers }, listing, host);
    expect(answer.status).toBe(status);
  });

  it.each<[string, unknown, number]>([
    ["no JSON", "{", 400],
    ["no message of the protocol", { hello: 1 }, 400],
    ["a method that there is not", { jsonrpc: "2.0", id: 1, method: "tools/delete" }, 200],
    ["arguments that are no object", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "shell", arguments: "ls" } }, 200],
  ])("says what is wrong with %s", async (_, body, status) => {
    const answer = await post({ authorization: `Bearer ${scene.ours.member.apiKey}` }, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(/"(?:error|code)":/);
  });
});
