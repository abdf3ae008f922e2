import { z } from "zod";
import { ENTRY_POINTS, ROLES } from "#lib/context.ts";
import { simulateCall } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { policySchema } from "#lib/policies/policy.ts";

const body = z.strictObject({
  call: z.strictObject({
    tool: z.string().min(1).max(200),
    input: z.record(z.string(), z.unknown()),
    role: z.enum(ROLES).optional(),
    entryPoint: z.enum(ENTRY_POINTS).optional(),
  }),
  policy: policySchema.optional(),
});

/** What the rules in force, or a draft of others, would say of a call. Changes nothing. */
export const POST = tenantRoute({ body, changesNothing: true }, ({ ctx, body }) => simulateCall(ctx, body));
