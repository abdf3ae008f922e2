import { z } from "zod";
import { listDrafts } from "#lib/drafts/list-drafts.ts";
import { DRAFT_STATES } from "#lib/drafts/states.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";

export const GET = tenantRoute({ query: listQuery({ state: z.enum(DRAFT_STATES).optional() }) }, ({ ctx, query }) =>
  listDrafts(ctx, query),
);
