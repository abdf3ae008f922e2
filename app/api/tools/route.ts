import { listTools } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";

export const GET = tenantRoute({}, ({ ctx }) => listTools(ctx));
