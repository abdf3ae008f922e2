import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

/** The requests that our server answers. */
const REQUESTS = [InitializeRequestSchema, PingRequestSchema, ListToolsRequestSchema, CallToolRequestSchema];

/**
 * The answer to what cannot be a message, and to a request whose parameters are not those of its method, as JSON-RPC 2.0 (5.1) has it; null for every
 * other. The SDK would call the first bad JSON (-32700), the second a fault of the server (-32603), and send the whole report of its schema.
 */
export function refuseMessage(message: unknown): Response | null {
  // The protocol has none since 2025-06-18; a hundred calls in one would pass for one call of a thousand a minute.
  if (Array.isArray(message)) return invalidRequest("Send one message a request, not a batch.");
  if (!JSONRPCMessageSchema.safeParse(message).success) return invalidRequest("This is no message of JSON-RPC 2.0.");
  if (!isJSONRPCRequest(message)) return null;
  const schema = REQUESTS.find(({ shape }) => shape.method.value === message.method);
  const [issue] = schema?.safeParse(message).error?.issues ?? [];
  if (!issue) return null;
  const error = { code: ErrorCode.InvalidParams, message: `${issue.path.join(".")}: ${issue.message}` };
  return Response.json({ jsonrpc: "2.0", id: message.id, error });
}

function invalidRequest(words: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: ErrorCode.InvalidRequest, message: words }, id: null }, { status: 400 });
}
