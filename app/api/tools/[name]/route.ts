import { findTool } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { ofAgent } from "../_of-agent.ts";

export const GET = tenantRoute({ params: { name: String }, query: ofAgent }, ({ ctx, params, query }) =>
  findTool(ctx, params.name, query.agentId),
);
