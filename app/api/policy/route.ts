import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getPolicy } from "#lib/policies/get-policy.ts";
import { policyBody } from "#lib/policies/policy.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";

export const GET = tenantRoute({}, ({ ctx }) => getPolicy(ctx));

/** Puts new rules in force. Send `version` as it was read, and nobody's change is overwritten. */
export const PUT = tenantRoute({ roles: ["owner", "admin"], body: policyBody }, ({ ctx, body }) => putPolicy(ctx, body));
