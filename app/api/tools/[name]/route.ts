import { findTool } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";

export const GET = tenantRoute({ params: { name: String } }, ({ ctx, params }) => findTool(ctx, params.name));
