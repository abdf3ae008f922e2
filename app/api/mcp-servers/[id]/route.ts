import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseMcpServerId } from "#lib/ids.ts";
import { removeServer } from "#lib/mcp-servers/remove-server.ts";

export const DELETE = tenantRoute({ roles: ["owner", "admin"], params: { id: parseMcpServerId } }, ({ ctx, params }) =>
  removeServer(ctx, params.id),
);
