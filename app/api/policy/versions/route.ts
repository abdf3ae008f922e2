import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { listPolicyVersions } from "#lib/policies/list-policy-versions.ts";

export const GET = tenantRoute({ query: listQuery({}) }, ({ ctx, query }) => listPolicyVersions(ctx, query));
