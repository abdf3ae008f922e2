import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseMcpServerId } from "#lib/ids.ts";
import { refreshServer } from "#lib/mcp-servers/refresh-server.ts";

/** Reads the server's list of tools now. One that cannot be asked is answered as it was known, with its `problem`. */
export const POST = tenantRoute({ roles: ["owner", "admin"], params: { id: parseMcpServerId } }, ({ ctx, params }) =>
  refreshServer(ctx, params.id),
);
