import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseToolCallId } from "#lib/ids.ts";
import { getToolCall } from "#lib/tool-calls/get-tool-call.ts";

export const GET = tenantRoute({ params: { id: parseToolCallId } }, ({ ctx, params }) => getToolCall(ctx, params));
