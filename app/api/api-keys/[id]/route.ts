import { revokeApiKey } from "#lib/api-keys/revoke-api-key.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseApiKeyId } from "#lib/ids.ts";

export const DELETE = tenantRoute({ params: { id: parseApiKeyId } }, ({ ctx, params }) => revokeApiKey(ctx, params.id));
