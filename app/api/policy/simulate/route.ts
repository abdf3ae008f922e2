import { z } from "zod";
import { ENTRY_POINTS, ROLES } from "#lib/context.ts";
import { replayCalls, simulateCall } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseAgentId } from "#lib/ids.ts";
import { instantText } from "#lib/instant.ts";
import { idFilter } from "#lib/paging/id-filter.ts";
import { policyBody } from "#lib/policies/policy.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { OUTSIDE } from "#lib/tools/read-from.ts";

const call = z.strictObject({
  tool: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
  role: z.enum(ROLES).optional(),
  entryPoint: z.enum(ENTRY_POINTS).optional(),
  agentId: idFilter(parseAgentId),
  afterReading: z.array(z.enum(OUTSIDE)).max(OUTSIDE.length).optional(),
});
const draft = policyBody.transform(({ preset, rules = PRESET_RULES[preset] }) => ({ preset, rules }));
const body = z
  .strictObject({ call: call.optional(), policy: draft.optional(), since: instantText.optional() })
  .refine(({ call, since }) => (call === undefined) !== (since === undefined), {
    path: ["call"],
    message: "Give a call to judge, or `since`: from when on recorded calls are judged again.",
  })
  .refine(({ since, policy }) => since === undefined || policy !== undefined, {
    path: ["policy"],
    message: "Recorded calls are judged by a draft: give its rules.",
  });

/**
 * What the rules in force, or a draft of others, would say of a call; or, with `since`, of which recorded calls a draft would say something else than
 * the rules in force do (for owners, admins and auditors). Changes nothing.
 */
export const POST = tenantRoute({ body, changesNothing: true }, async ({ ctx, body }) => {
  const { call, policy, since } = body;
  if (call) return simulateCall(ctx, { call, policy });
  if (since && policy) return replayCalls(ctx, { since, draft: policy });
  throw new Error("The body's schema lets neither be missing.");
});
