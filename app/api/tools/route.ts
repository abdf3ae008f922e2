import { listTools } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { ofAgent } from "./_of-agent.ts";

/** With `agentId`: what that agent may use in the caller's chats. */
export const GET = tenantRoute({ query: ofAgent }, ({ ctx, query }) => listTools(ctx, { agentId: query.agentId }));
