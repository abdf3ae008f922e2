import { z } from "zod";
import { requireOwnHost } from "#lib/http/own-host.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { answerMcp } from "#lib/mcp/server.ts";

/** JSON-RPC, which the protocol's own code checks. */
const body = z.unknown();

/** Our tools for an MCP client that sends an API key. What a tool would be given is nothing else than what was sent. */
export const POST = tenantRoute({ body, maxBodyBytes: 4 * 1024 * 1024, takesBodyLiterally: true }, ({ ctx, body, request }) => {
  requireOwnHost(request.headers);
  return answerMcp(ctx, request, body);
});
