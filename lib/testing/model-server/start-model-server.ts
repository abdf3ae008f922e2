import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { chatCompletions } from "./formats/chat-completions.ts";
import type { WireFormat } from "./formats/format.ts";
import { ollama } from "./formats/ollama.ts";
import { responses } from "./formats/responses.ts";
import { ModelHandler } from "./model-handler.ts";
import { Pacer } from "./pacer.ts";
import { parseSteps } from "./parse-message-script.ts";
import { type LoggedRequest, RequestLog } from "./request-log.ts";
import type { Script } from "./script.ts";
import { sendJson } from "./send-json.ts";
import { ServerStats } from "./stats.ts";

const MAX_BODY_BYTES = 64 * 1024 * 1024;

const FORMATS: ReadonlyMap<string, WireFormat> = new Map([
  ["/v1/chat/completions", chatCompletions],
  ["/v1/responses", responses],
  ["/api/chat", ollama],
]);

export interface ModelServerOptions {
  /** 0, the default: any free port. */
  port?: number;
  /** 127.0.0.1 unless told otherwise: it has no authentication. */
  host?: string;
  /** Requests kept for `requests()`; 200 by default, 0 for load tests. */
  keep?: number;
  /** Refuse histories that the real services refuse; true by default, a model's name can say `strict=0`. */
  isStrict?: boolean;
}

export interface ModelServer {
  /** Base URL of the OpenAI formats (`…/v1`), and of Ollama. */
  url: string;
  ollamaUrl: string;
  /** The last requests, oldest first; with a text: those whose body contains it. */
  requests(contains?: string): LoggedRequest[];
  /** Forgets requests, counters and limited failures; keeps the scripts. */
  reset(): void;
  /** From now on the model `name` plays these steps (or this script). */
  addScript(name: string, script: Partial<Script>): void;
  close(): Promise<void>;
}

/** A model that is not there, scripted by its name or by the user's message. See README.md for the language. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const log = new RequestLog(options.keep ?? 200);
  const stats = new ServerStats();
  const pacer = new Pacer();
  const handler = new ModelHandler({ isStrict: options.isStrict ?? true, log, stats, pacer });
  const reset = () => {
    log.clear();
    stats.reset();
    pacer.lateness.reset();
    handler.reset();
  };
  const routes = new Map<string, (request: IncomingMessage, url: URL) => unknown>([
    ["GET /health", () => ({ ok: true })],
    [
      "GET /v1/models",
      () => ({ object: "list", data: modelNames(handler).map((id) => ({ id, object: "model", created: 0, owned_by: "scripted" })) }),
    ],
    ["GET /api/tags", () => ({ models: modelNames(handler).map((name) => ({ name, model: name })) })],
    [
      "POST /api/show",
      () => ({
        model_info: { "general.architecture": "scripted", "scripted.context_length": 131_072 },
        capabilities: ["completion", "tools"],
      }),
    ],
    ["GET /_requests", (_request, url) => log.list(url.searchParams.get("contains"))],
    ["GET /_stats", () => snapshot(stats, pacer)],
    [
      "POST /_reset",
      () => {
        reset();
        return { ok: true };
      },
    ],
    ["POST /_scripts", async (request) => addNamed(handler, await readBody(request))],
  ]);

  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0, noDelay: true }, (request, response) => {
    serve(request, response).catch((error: unknown) =>
      sendJson(response, 400, { error: { message: error instanceof Error ? error.message : String(error) } }),
    );
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://model-server");
    const format = FORMATS.get(url.pathname);
    if (request.method === "POST" && format) return handler.answer(format, url.pathname, await readBody(request), response);
    const route = routes.get(`${request.method} ${url.pathname}`);
    if (!route) return sendJson(response, 404, { error: { message: `no such path: ${url.pathname}` } });
    sendJson(response, 200, await route(request, url));
  }

  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: options.port ?? 0, host, backlog: 4096 }, resolve);
  });
  // A TCP server that is listening has an address with a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://${host}:${port}`;
  return {
    url: `${origin}/v1`,
    ollamaUrl: origin,
    requests: (contains) => log.list(contains),
    reset,
    addScript: (name, script) => add(handler, name, script),
    async close() {
      pacer.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function modelNames(handler: ModelHandler): string[] {
  return ["fake", ...handler.scripts.keys()];
}

function snapshot(stats: ServerStats, pacer: Pacer): Record<string, unknown> {
  const { count, maxMs } = pacer.lateness;
  const late = { count, p50: pacer.lateness.quantile(0.5), p99: pacer.lateness.quantile(0.99), max: maxMs };
  return { ...stats, cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), late };
}

function addNamed(handler: ModelHandler, text: string): { ok: true } {
  const { name, ...script } = JSON.parse(text) as { name: string } & Partial<Script>;
  add(handler, name, script);
  return { ok: true };
}

function add(handler: ModelHandler, name: string, script: Partial<Script>): void {
  if (!/^[\w.-]+$/.test(name ?? "")) throw new Error('a script needs a name without ":" or ","');
  handler.scripts.set(name, script.steps ? { ...script, steps: parseSteps(script.steps) } : script);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new Error("the request is too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
