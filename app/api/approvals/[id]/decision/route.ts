import { z } from "zod";
import { checkDecision } from "#lib/approvals/check-decision.ts";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { judgeEdit } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseApprovalId } from "#lib/ids.ts";

const body = z
  .strictObject({
    decision: z.enum(["approve", "deny"]),
    inputDigest: z.string().max(100),
    reason: z.string().max(2_000).optional(),
    input: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ decision, input }) => decision === "approve" || input === undefined, {
    path: ["input"],
    message: "Only an approval can change the arguments.",
  });

const options = { params: { id: parseApprovalId }, body, maxBodyBytes: 4 * 1024 * 1024, takesBodyLiterally: true } as const;

/** A person decides. Changed arguments go through the gate first; what it refuses leaves the request pending. */
export const POST = tenantRoute(options, async ({ ctx, params, body }) => {
  const { input, ...decision } = body;
  const asked = { approvalId: params.id, ...decision };
  if (!input) return decideApproval(ctx, asked);
  // First whether this person may decide at all: what the gate says of the arguments is nobody else's business.
  await checkDecision(ctx, asked);
  return decideApproval(ctx, { ...asked, edit: await judgeEdit(ctx, params.id, input) });
});
