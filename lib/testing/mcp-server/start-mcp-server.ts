import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message of JSON-RPC as a client sent it. */
interface Message {
  id?: number;
  method: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at a message by its field names
  params?: any;
}

interface Received {
  /** The HTTP method. */
  verb: string;
  headers: IncomingHttpHeaders;
  message: Message | null;
  /** The client hung up before it was answered. */
  isAborted: boolean;
}

/** A server of the Model Context Protocol over Streamable HTTP on loopback that does what a test says, right or wrong. */
export interface ScriptedMcpServer {
  /** Of its endpoint. */
  url: string;
  /** What it lists now; anything at all. */
  tools: unknown[];
  received: Received[];
  /** What it says first; see `call`. */
  greet: (greeting: unknown, response: ServerResponse, id: number) => unknown;
  /** A page of what it lists; all of `tools` unless a test says otherwise. */
  list: (cursor: string | undefined) => unknown;
  /** The result of a call of a tool, or an answer written by hand: then it gives back `"answered"`. */
  call: (params: { name: string; arguments: Record<string, unknown> }, response: ServerResponse, id: number) => unknown;
  /** Before anything else: true when the request was answered by it. */
  first: (verb: string, response: ServerResponse, headers: IncomingHttpHeaders) => boolean;
  /** How often a tool was called. */
  callsOf(tool: string): number;
  close(): Promise<void>;
}

export async function startMcpServer(tools: unknown[] = [], port = 0): Promise<ScriptedMcpServer> {
  const http = createServer((request, response) => {
    const received: Received = { verb: request.method ?? "", headers: request.headers, message: null, isAborted: false };
    server.received.push(received);
    response.once("close", () => {
      received.isAborted = !response.writableFinished;
    });
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      if (text !== "") received.message = JSON.parse(text);
      void answer(received, response);
    });
  });
  async function answer({ verb, headers, message }: Received, response: ServerResponse): Promise<void> {
    if (server.first(verb, response, headers)) return;
    if (verb !== "POST" || !message) return void response.writeHead(verb === "DELETE" ? 200 : 405).end();
    const { id, method, params } = message;
    if (id === undefined) return void response.writeHead(202).end();
    const result = await resultOf(method, params, response, id);
    if (result !== "answered") sendJson(response, { jsonrpc: "2.0", id, result });
  }
  // biome-ignore lint/suspicious/noExplicitAny: as above
  function resultOf(method: string, params: any, response: ServerResponse, id: number): unknown {
    switch (method) {
      case "initialize": {
        const { protocolVersion } = params;
        const greeting = {
          protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: "scripted", version: "1" },
        };
        return server.greet(greeting, response, id);
      }
      case "tools/list":
        return server.list(params?.cursor);
      case "tools/call":
        return server.call(params, response, id);
      default:
        return {};
    }
  }
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const server: ScriptedMcpServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    tools,
    received: [],
    greet: (greeting) => greeting,
    list: () => ({ tools: server.tools }),
    call: ({ name, arguments: given }) => ({ content: [{ type: "text", text: `${name} ${JSON.stringify(given)}` }] }),
    first: () => false,
    callsOf: (tool) => server.received.filter(({ message }) => message?.method === "tools/call" && message.params?.name === tool).length,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

/** One answer with its header, as a server without streams gives it. */
export function sendJson(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Messages as events of a stream, which stays open. */
export function sendEvents(response: ServerResponse, ...messages: unknown[]): void {
  if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
  for (const message of messages) response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

/** A tool as a sound server lists it. */
export function listedTool(name: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const properties = { to: { type: "string" }, body: { type: "string", description: "The text." } };
  return { name, description: "Sends a mail.", inputSchema: { type: "object", properties, required: ["to"] }, ...changes };
}
