import { z } from "zod";
import { checkDecision } from "#lib/approvals/check-decision.ts";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { standingGrant } from "#lib/approvals/standing-grant.ts";
import { judgeEdit, judgeGrant } from "#lib/gate/index.ts";
import { areWhole, grantTerms, NOT_WHOLE } from "#lib/grants/grant-terms.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseApprovalId } from "#lib/ids.ts";

const grant = grantTerms.extend({ chatOnly: z.boolean().optional() }).refine(areWhole, NOT_WHOLE);
const body = z
  .strictObject({
    decision: z.enum(["approve", "deny"]),
    inputDigest: z.string().max(100),
    reason: z.string().max(2_000, "A reason has 2,000 characters at most.").optional(),
    input: z.record(z.string(), z.unknown()).optional(),
    grant: grant.optional(),
  })
  .refine(({ decision, input }) => decision === "approve" || input === undefined, {
    path: ["input"],
    message: "Only an approval can change the arguments.",
  })
  .refine(({ decision, grant }) => decision === "approve" || grant === undefined, {
    path: ["grant"],
    message: "Only an approval can stand for later calls.",
  });

const options = { params: { id: parseApprovalId }, body, maxBodyBytes: 4 * 1024 * 1024, takesBodyLiterally: true } as const;

/** A person decides. Changed arguments go through the gate first, and so does what is to stand for later calls; what it refuses leaves the request pending. */
export const POST = tenantRoute(options, async ({ ctx, params, body }) => {
  const { input, grant, ...decision } = body;
  const asked = { approvalId: params.id, ...decision };
  if (!input && !grant) return decideApproval(ctx, asked);
  // First whether this person may decide at all: what the gate says of the arguments is nobody else's business.
  const approval = await checkDecision(ctx, asked);
  const edit = input ? await judgeEdit(ctx, params.id, input) : null;
  if (!grant) return decideApproval(ctx, { ...asked, edit });
  const { wanted, ...standing } = standingGrant(approval, edit, grant);
  return decideApproval(ctx, { ...asked, edit, grant: { ...standing, subject: await judgeGrant(ctx, wanted) } });
});
