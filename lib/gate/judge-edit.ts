import { agentOf, type StoredAgent, selectAgent } from "#lib/agent-profiles/select-agent.ts";
import type { Edit } from "#lib/approvals/decide-approval.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { type EntryPoint, ROLE_OF_WHO_LEFT, type Role, type TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest, notFound } from "#lib/errors.ts";
import type { ApprovalId, UserId } from "#lib/ids.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import { asksMore } from "#lib/policies/requirements.ts";
import { selectReadFrom } from "#lib/runs/select-read-from.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { kindsRead, readFromOf, type StoredReadFrom } from "#lib/tools/read-from.ts";
import { bindFiles } from "./bind-files.ts";
import { changedFile } from "./changed-file.ts";
import { approvalDigest } from "./consent.ts";
import { evaluateCall } from "./evaluate-call.ts";
import type { Evaluation } from "./evaluation.ts";
import { loadRules } from "./load-rules.ts";
import { summarizeCall } from "./summarize-call.ts";
import { workspaceOf } from "./workspace.ts";

interface Asked {
  tool: string;
  requestedBy: UserId;
  entryPoint: EntryPoint;
  policyVersion: number;
  requirement: Requirement;
  role: Role | null;
  agent: StoredAgent;
  files: BoundFile[] | null;
  readFrom: StoredReadFrom;
}

/**
 * Puts an approver's changed arguments through the gate as if the requester had sent them: the same tool, the requester's rights, today's rules, and
 * what its agent may do today. Returns what the approval will be bound to, the files that the changed
 * call runs included, and what others will be shown; the request stays pending when this throws.
 * Arguments for which a rule asks for more than this request does are another question, which has to be asked.
 *
 * @throws AppError 400 `invalid_request` for arguments that do not fit, 403 `tool_not_allowed` for what policy or the tool refuses, 409
 * `conflict` when a file that the request shows is another by now
 */
export async function judgeEdit(ctx: TenantContext, approvalId: ApprovalId, input: unknown): Promise<Edit> {
  const { tenantId } = ctx;
  const { asked, rules } = await ctx.db.sql(async (sql) => {
    const [row] = await sql<Asked[]>`
      select a.tool, a.requested_by as "requestedBy", a.entry_point as "entryPoint", a.requirement, a.files, t.policy_version as "policyVersion", m.role,
             ${selectAgent(sql, tenantId, sql`c.agent_id`)} as agent, ${selectReadFrom(sql, tenantId, sql`a.chat_id`)} as "readFrom"
        from approvals a
        join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id
        join tool_calls t on t.tenant_id = a.tenant_id and t.id = a.call_id
        left join memberships m on m.tenant_id = a.tenant_id and m.user_id = a.requested_by and m.removed_at is null
       where a.tenant_id = ${tenantId} and a.id = ${approvalId}`;
    return { asked: row, rules: await loadRules(sql, tenantId) };
  });
  if (!asked) throw notFound("approval");
  const authority = {
    tenantId,
    userId: asked.requestedBy,
    role: asked.role ?? ROLE_OF_WHO_LEFT,
    entryPoint: asked.entryPoint,
    afterReading: kindsRead(readFromOf(asked.readFrom)),
    ...rules,
    agent: agentOf(asked.agent),
    grants: [],
    isDryRun: false,
  };
  const evaluation = await evaluateCall(authority, { name: asked.tool, rawArguments: JSON.stringify(input) });
  if (evaluation.verdict === "refuse") {
    if (evaluation.kind === "invalid_call") throw invalidRequest([{ path: "input", message: evaluation.reason }]);
    throw await notAllowed(ctx, approvalId, evaluation, evaluation.reason);
  }
  if (evaluation.requirement && asksMore(evaluation.requirement, asked.requirement)) {
    const reason = `${evaluation.reason} Changed like this, the call needs more than was asked here: deny it, and have it asked for anew.`;
    throw await notAllowed(ctx, approvalId, evaluation, reason);
  }
  const { definition, effect } = evaluation;
  const files = await bindFiles(() => workspaceOf(tenantId), definition, evaluation.input);
  refuseUnseen(asked.files ?? [], files);
  const digest = approvalDigest(authority, evaluation, { policyVersion: asked.policyVersion, files });
  return {
    input: evaluation.input,
    digest,
    files: files.length > 0 ? files : null,
    effect,
    summary: summarizeCall(definition, evaluation.input),
  };
}

/** A file that the call ran already was shown as it stood then; another content would be agreed to unseen. Files that only the edit names are bound now. */
function refuseUnseen(shown: readonly BoundFile[], files: readonly BoundFile[]): void {
  const names = new Set(files.map(({ name }) => name));
  const both = shown.filter(({ name }) => names.has(name));
  const changed = changedFile(
    both,
    files.filter(({ name }) => both.some((file) => file.name === name)),
  );
  if (changed === null) return;
  throw new AppError(
    "conflict",
    `${changed} after this was asked. Deny it, and have it asked for anew: the new request shows what it holds now.`,
  );
}

/** Somebody who may decide tried to have more done than the rules let: the log keeps what it was. */
async function notAllowed(
  { db, tenantId, userId, apiKeyId }: TenantContext,
  approvalId: ApprovalId,
  { tool, ruleId, input }: Evaluation,
  reason: string,
): Promise<AppError> {
  const code = "tool_not_allowed";
  const facts = { code, decision: "approve", edited: input, tool, ruleId, via: apiKeyId ? "api" : "page" };
  const subject = `approval:${approvalId}`;
  await db.sql((sql) => recordAudit(sql, { tenantId, actorId: userId, action: "approval-decision-refused", subject, facts }));
  return new AppError(code, reason, { ruleId });
}
