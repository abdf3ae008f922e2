import { z } from "zod";
import { ownOrigin } from "#lib/auth/own-origin.ts";
import { removeDestination } from "#lib/destinations/remove-destination.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseDestinationId } from "#lib/ids.ts";
import { NOTICE_KINDS } from "#lib/notices/notice-kinds.ts";
import { setNotices } from "#lib/notices/set-notices.ts";

const params = { id: parseDestinationId };
const body = z.strictObject({ notices: z.array(z.enum(NOTICE_KINDS)).max(NOTICE_KINDS.length) });

/** What it is told of. The links in notices lead to where this call came in. */
export const PATCH = tenantRoute({ roles: ["owner", "admin"], params, body }, ({ ctx, params, body, request }) =>
  setNotices(ctx, { id: params.id, notices: body.notices }, ownOrigin(request.headers) ?? new URL(request.url).origin),
);

export const DELETE = tenantRoute({ roles: ["owner", "admin"], params }, async ({ ctx, params }) => {
  await removeDestination(ctx, params.id);
  return undefined;
});
