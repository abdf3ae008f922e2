import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { nameSchema } from "#lib/members/name.ts";
import { renameOrganization } from "#lib/organizations/rename-organization.ts";

export const PATCH = tenantRoute({ roles: ["owner", "admin"], body: z.strictObject({ name: nameSchema }) }, ({ ctx, body }) =>
  renameOrganization(ctx, body),
);
