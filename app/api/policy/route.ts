import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getPolicy } from "#lib/policies/get-policy.ts";
import { PRESETS, policyRules } from "#lib/policies/policy.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";

const body = z.strictObject({ preset: z.enum(PRESETS), rules: policyRules.optional(), version: z.number().int().positive().optional() });

export const GET = tenantRoute({}, ({ ctx }) => getPolicy(ctx));

/** Puts new rules in force. Send `version` as it was read, and nobody's change is overwritten. */
export const PUT = tenantRoute({ roles: ["owner", "admin"], body }, ({ ctx, body }) => putPolicy(ctx, body));
