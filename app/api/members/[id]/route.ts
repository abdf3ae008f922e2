import { z } from "zod";
import { ROLES } from "#lib/context.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseUserId } from "#lib/ids.ts";
import { changeRole } from "#lib/members/change-role.ts";
import { removeMember } from "#lib/members/remove-member.ts";

/** The id of a member or of an open invitation: the list has both. */
const params = { id: parseUserId };

export const PATCH = tenantRoute({ params, body: z.strictObject({ role: z.enum(ROLES) }) }, ({ ctx, params, body }) =>
  changeRole(ctx, params.id, body.role),
);

export const DELETE = tenantRoute({ params }, ({ ctx, params }) => removeMember(ctx, params.id));
