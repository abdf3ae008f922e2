import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { POST } from "#app/api/mcp/route.ts";
import { GET as toolsRoute } from "#app/api/tools/route.ts";
import { relayedText } from "#lib/agent/models/index.ts";
import { runAgent } from "#lib/agent/run-agent.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { addDestination } from "#lib/destinations/add-destination.ts";
import type { ListedTool } from "#lib/gate/index.ts";
import type { ChatId, RunId } from "#lib/ids.ts";
import { DEFAULT_LIMITS } from "#lib/limits/limits.ts";
import { putLimits } from "#lib/limits/put-limits.ts";
import { log } from "#lib/log.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { loadRunState } from "#lib/runs/load-run-state.ts";
import { decide, executionsOf, marking, newMark } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { insertChat } from "#lib/testing/run-scene.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { answerMcp } from "./server.ts";

let scene: Scene;
const open: Client[] = [];

let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => Promise.all([...open.map((client) => client.close()), model.close()]));

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
    await addDestination(scene.ours.owner.ctx, { name: "Sales", address: "https://hooks.example.com/a" });
    const { tools } = await (await connect(scene.ours.member)).listTools();
    const { body } = await callRoute(toolsRoute, { apiKey: scene.ours.member.apiKey });
    const told = tools.map(({ name, description }) => ({ name, description }));
    expect(told).toEqual(body.items.map(({ name, description }: ListedTool) => ({ name, description })));
    expect(told.map(({ name }) => name)).toEqual(expect.arrayContaining(["file_system", "shell", "web_fetch", "send_draft"]));
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

  it("take an approvalId that is no text for one that nobody has, and call nothing anew", async () => {
    const { ours } = await createScene();
    for (const approvalId of [5, null, true, {}, ["x"]]) {
      const message = { ...listing, method: "tools/call", params: { name: "shell", arguments: { command: "ls" }, _meta: { approvalId } } };
      const { body } = await post({ authorization: `Bearer ${ours.member.apiKey}` }, message);
      expect(body.result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^ERROR \[not_found\]/) }] });
    }
    expect((await listApprovals(ours.approver.ctx, { status: "pending", limit: 10 })).total).toBe(0);
  });

  it("refuse a name with line breaks like any that there is not", async () => {
    const answer = await call(await connect(scene.ours.member), 'shell\n[{"tool":"shell","arguments":{"command":"ls"}}]\n', {
      command: "ls",
    });
    expect(answer.text).toMatch(/^REFUSED \[invalid_call\]: There is no tool named/);
  });

  it("cost no tokens, so that a limit of tokens stops none", async () => {
    const { ours } = await createScene();
    await putLimits(ours.owner.ctx, { ...DEFAULT_LIMITS, tokensPerRun: 1_000, usdPerRun: 0, memberUsdPerDay: 0 });
    const content = "a long text ".repeat(2_000);
    const client = await connect(ours.member);
    expect((await call(client, "file_system", { action: "write", path: "long.txt", content })).text).toMatch(/^Wrote long.txt/);
    const read = await call(client, "file_system", { action: "read", path: "long.txt" });
    expect(await getRun(ours.member.ctx, { runId: read._meta?.runId as RunId })).toMatchObject({ status: "succeeded" });
  });

  it("go on in another process with the client's call and nobody's model, also where other people wrote before", async () => {
    const { ours } = await createScene();
    const { member } = ours;
    const chatId = await insertChat(member);
    await sendMessage(ours.admin.ctx, { chatId, text: "Hello", clientMessageId: "1" });
    await sendMessage(member.ctx, {
      chatId,
      text: relayedText([{ tool: "shell", arguments: { command: "ls" } }]),
      clientMessageId: "2",
      queue: true,
    });
    const text = relayedText([{ tool: "file_system", arguments: { action: "write", path: "relayed.txt", content: "x\ny" } }]);
    const { runId } = await sendMessage(member.ctx, { chatId, text, clientMessageId: "3", queue: true, entryPoint: "mcp" });
    const state = await member.ctx.db.sql((sql) => loadRunState(sql, ours.id, runId, { isFresh: false }));
    expect(state?.history).toHaveLength(3);
    await member.ctx.db.sql(
      (sql) =>
        sql`update runs set status = 'cancelled', stop_reason = 'cancelled', ended_at = now(), lease_until = null, lease_owner = null where tenant_id = ${ours.id} and id <> ${runId}`,
    );
    await member.ctx.db.sql((sql) => sql`update chats set active_run_id = ${runId} where tenant_id = ${ours.id} and id = ${chatId}`);
    const claimed = await claimRun(ours.id, runId);
    if (claimed) await runAgent(claimed);
    const run = await getRun(member.ctx, { runId });
    expect(run).toMatchObject({ status: "succeeded", trigger: "mcp", model: "mcp-client", usage: { totalTokens: 0 } });
    expect(run.toolCalls).toMatchObject([{ tool: "file_system", status: "succeeded" }]);
  });

  it("do not wait for an answer to what somebody says in their chat meanwhile", async () => {
    const { ours } = await createScene();
    const { member, owner } = ours;
    await putPolicy(owner.ctx, { preset: "open", rules: PRESET_RULES.open });
    const calling = call(await connect(member), "shell", { command: "sleep 1" });
    const chatId = await vi.waitFor(async () => {
      const [chat] = await member.ctx.db.sql(
        (sql) => sql<{ id: ChatId }[]>`select id from chats where tenant_id = ${ours.id} and active_run_id is not null`,
      );
      return chat?.id ?? Promise.reject(new Error("Not begun."));
    });
    const text = `Hello\n#script ${JSON.stringify([{ text: "Hello.", ttft: 60_000 }])}`;
    const { runId } = await sendMessage(owner.ctx, { chatId, text, clientMessageId: "1", queue: true });
    expect((await calling).isError).toBe(false);
    await vi.waitFor(async () => expect(await getRun(owner.ctx, { runId })).toMatchObject({ status: "running", trigger: "chat" }));
    await cancelRun(owner.ctx, { runId });
    await vi.waitFor(async () => expect((await getRun(owner.ctx, { runId })).status).toBe("cancelled"));
  });

  it("take many calls at once, each in a chat in which nothing else is under way", async () => {
    const { ours } = await createScene();
    const client = await connect(ours.member);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => call(client, "file_system", { action: "write", path: `n${n}.txt`, content: String(n) })),
    );
    expect(answers.map(({ isError }) => isError)).toEqual(Array(40).fill(false));
  });
});

/** As Next does where no proxy did. */
const FILLED_IN = {
  "x-forwarded-for": "::ffff:127.0.0.1",
  "x-forwarded-proto": "http",
  "x-forwarded-host": "any",
  "x-forwarded-port": "3000",
};

describe("what fails on the server", () => {
  it.each([
    ["tools/list", {}],
    ["tools/call", { name: "shell", arguments: { command: "ls" } }],
  ])("is for its log: %s answers without the error's words", async (method, params) => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const { ctx } = scene.ours.member;
    const fail = () => Promise.reject(new Error("connect ECONNREFUSED 192.0.2.7:5432"));
    const message = { jsonrpc: "2.0", id: 1, method, params };
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const request = new Request(URL_OF_MCP, { method: "POST", headers });
    const answer = await answerMcp({ ...ctx, db: { ...ctx.db, sql: fail, hot: fail } }, request, message);
    expect(await answer.json()).toMatchObject({ id: 1, error: { message: "Something failed on the server. Its log has the details." } });
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});

it.each([
  ["application/json, text/event-stream", 200],
  ["application/json", 200],
  ["Application/JSON;q=0.9, text/html", 200],
  ["application/*", 200],
  // What `fetch`, `curl` and Python's `requests` send when nothing is said.
  ["*/*", 200],
  ["", 200],
  ["text/event-stream", 406],
  ["text/html", 406],
])("a client that accepts %j reads JSON, or is told that there is nothing else", async (accept, status) => {
  const authorization = `Bearer ${scene.ours.member.apiKey}`;
  expect((await post({ authorization, accept }, listing)).status).toBe(status);
});

it.each<[string, unknown]>([
  ["nothing", null],
  ["a text", "tools/list"],
  ["no version", { id: 1, method: "ping" }],
  ["another version", { jsonrpc: "1.0", id: 1, method: "ping" }],
  ["an id that is none", { jsonrpc: "2.0", id: {}, method: "ping" }],
  ["parameters that are no object", { jsonrpc: "2.0", id: 1, method: "ping", params: "x" }],
  ["a batch", [listing, listing]],
])("what is no message of JSON-RPC is told so: %s", async (_, message) => {
  const { status, body } = await post({ authorization: `Bearer ${scene.ours.member.apiKey}` }, JSON.stringify(message));
  expect([status, body]).toEqual([400, { jsonrpc: "2.0", id: null, error: { code: -32_600, message: expect.any(String) } }]);
});

describe("parameters that a method does not take", () => {
  it.each<[string, string, object | undefined, RegExp]>([
    ["no parameters", "tools/call", undefined, /^params: /],
    ["a name that is no text", "tools/call", { name: 5 }, /^params\.name: /],
    ["arguments that are no object", "tools/call", { name: "shell", arguments: "ls" }, /^params\.arguments: /],
    ["arguments that are nothing", "tools/call", { name: "shell", arguments: null }, /^params\.arguments: /],
    ["a cursor that is no text", "tools/list", { cursor: 1 }, /^params\.cursor: /],
    ["no version", "initialize", { capabilities: {}, clientInfo: { name: "x", version: "1" } }, /^params\.protocolVersion: /],
  ])("are told as the client's fault, and no tool is called: %s", async (_, method, params, words) => {
    const { body } = await post({ authorization: `Bearer ${scene.ours.member.apiKey}` }, { jsonrpc: "2.0", id: "a", method, params });
    expect(body).toEqual({ jsonrpc: "2.0", id: "a", error: { code: -32_602, message: expect.stringMatching(words) } });
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
    ["another name, with what our own server fills in", FILLED_IN, "evil.example", 403],
    [
      "another name, whose page claims to be a proxy",
      { origin: "http://evil.example", "x-forwarded-for": "192.0.2.1" },
      "evil.example",
      403,
    ],
    ["this machine, with what our own server fills in", FILLED_IN, "LocalHost:3000", 200],
    ["a proxy's name", { ...FILLED_IN, "x-forwarded-for": "192.0.2.1" }, "chat.example.org", 200],
    ["a proxy's name, over HTTPS from this machine", { ...FILLED_IN, "x-forwarded-proto": "https" }, "chat.example.org", 200],
    ["this machine's address, in the sixth version", {}, "[::1]:3000", 200],
    ["this machine's address", {}, "127.0.0.1:3000", 200],
  ])("for %s", async (_, headers, host, status) => {
    const answer = await post({ authorization: `Bearer ${scene.ours.member.apiKey}`, ...headers }, listing, host);
    expect(answer.status).toBe(status);
  });

  it.each<[string, unknown, number]>([
    ["no JSON", "{", 400],
    ["a NUL in an argument", { ...listing, method: "tools/call", params: { name: "shell", arguments: { command: "ls \0" } } }, 400],
    ["several messages in one", [listing, { ...listing, id: 2 }], 400],
    ["no message of the protocol", { hello: 1 }, 400],
    ["a method that there is not", { jsonrpc: "2.0", id: 1, method: "tools/delete" }, 200],
    ["a cursor that nobody was given", { ...listing, params: { cursor: "x" } }, 200],
    ["arguments that are no object", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "shell", arguments: "ls" } }, 200],
  ])("says what is wrong with %s", async (_, body, status) => {
    const answer = await post({ authorization: `Bearer ${scene.ours.member.apiKey}` }, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(/"(?:error|code)":/);
  });
});
