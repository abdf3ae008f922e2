import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseMcpServerId } from "#lib/ids.ts";
import { withdrawTool } from "#lib/mcp-servers/withdraw-tool.ts";

/** Takes back the approval of a tool. */
export const DELETE = tenantRoute({ roles: ["owner", "admin"], params: { id: parseMcpServerId, name: String } }, ({ ctx, params }) =>
  withdrawTool(ctx, params),
);
