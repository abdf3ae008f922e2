import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { listTools } from "#lib/gate/index.ts";
import { log } from "#lib/log.ts";
import { VERSION } from "#lib/version.ts";
import { callTool, type McpAnswer } from "./call-tool.ts";
import { refuseMessage } from "./refuse-message.ts";

const INSTRUCTIONS =
  "Tools of this organization's workspace. Each call is judged by its rules and recorded. A call that a person must approve answers at once with AWAITING APPROVAL and " +
  "_meta.approvalId; send the very same call with that _meta.approvalId later to learn what became of it. A result that begins with REFUSED did not happen.";

/**
 * Our tools as a server of the Model Context Protocol (2025-11-25, Streamable HTTP), for one request: without sessions, because a call is remembered
 * by its rows, so that any web process answers any request.
 *
 * @param message the request's body, parsed
 */
export async function answerMcp(ctx: TenantContext, request: Request, message: unknown): Promise<Response> {
  const refusal = refuseMessage(message);
  if (refusal) return refusal;
  const server = serverFor(ctx);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(acceptingBoth(request), { parsedBody: message });
}

const JSON_OR_ANY = /(^|,)\s*(application\/(json|\*)|\*\/\*)\s*(;|,|$)/i;

/**
 * The protocol's clients name JSON and streams, and the SDK insists on both. We answer with JSON alone, so whoever takes that, or anything, is served. The
 * body is left out: it was read.
 */
function acceptingBoth(request: Request): Request {
  const headers = new Headers(request.headers);
  if (JSON_OR_ANY.test(headers.get("accept") || "*/*")) headers.set("accept", "application/json, text/event-stream");
  return new Request(request.url, { method: request.method, headers });
}

/** The SDK's own server, without its registry of tools: what there is, and whether arguments fit, is the gate's to say. */
function serverFor(ctx: TenantContext): Server {
  const server = new Server({ name: "countersign", version: VERSION }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    // All of them come at once, so nobody was given one.
    if (params?.cursor) throw new McpError(ErrorCode.InvalidParams, "Not a cursor of this list. Start again without one.");
    const { items } = await listTools(ctx, { entryPoint: "mcp" }).catch(failInWords);
    const tools = items.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: "object" as const },
      annotations,
    }));
    return { tools };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const { name, arguments: given = {}, _meta } = params;
    try {
      return resultOf(await callTool(ctx, { name, arguments: given, approvalId: _meta?.approvalId }));
    } catch (error) {
      if (!(error instanceof AppError)) return failInWords(error);
      return resultOf({ text: `ERROR [${error.code}]: ${error.message}`, isError: true });
    }
  });
  return server;
}

/** What the SDK is thrown it tells the client, word for word; an error of the database is for the log. */
function failInWords(error: unknown): never {
  log.error("mcp-request-failed", { error });
  throw new Error("Something failed on the server. Its log has the details.");
}

function resultOf({ text, isError, approvalId, runId, kind }: McpAnswer): CallToolResult {
  return {
    content: [{ type: "text", text }],
    isError,
    _meta: { ...(approvalId && { approvalId }), ...(runId && { runId }), ...(kind && { kind }) },
  };
}
