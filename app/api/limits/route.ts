import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getLimits } from "#lib/limits/get-limits.ts";
import { limitsSchema } from "#lib/limits/limits.ts";
import { putLimits } from "#lib/limits/put-limits.ts";

const body = z.strictObject({ ...limitsSchema.shape, version: z.int().positive().optional() });

export const GET = tenantRoute({}, ({ ctx }) => getLimits(ctx));

/** Puts new limits in force, all of them. Send `version` as it was read, and nobody's change is overwritten. */
export const PUT = tenantRoute({ roles: ["owner", "admin"], body }, ({ ctx, body }) => putLimits(ctx, body));
