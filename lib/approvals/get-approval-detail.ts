import type { TenantSql } from "#db/tenant.ts";
import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { GrantTerms } from "#lib/grants/grant-terms.ts";
import { offeredScopes } from "#lib/grants/offered-scopes.ts";
import type { ApprovalId, UserId } from "#lib/ids.ts";
import type { ToolCallKind, ToolCallStatus } from "#lib/runs/states.ts";
import { type ApprovalView, selectApprovals, type Vote } from "./approval-view.ts";
import { forReader } from "./for-reader.ts";
import { type Standing, standingOf } from "./standing.ts";
import { visibleApproval } from "./visible-approval.ts";

/**
 * A request with all that its card says besides (`decisions` are the reader's own): what the reader may do, who voted by name, and what became of the
 * call.
 */
export interface ApprovalDetail extends ApprovalView {
  standing: Standing;
  voters: (Vote & { name: string })[];
  decidedVia: "page" | "api" | null;
  call: { status: ToolCallStatus; kind: ToolCallKind | null; reason: string | null; durationMs: number | null };
  /** Whether the reader may open the chat: deciders see requests of private chats, not the chats. */
  isChatOpen: boolean;
  scheduleName: string | null;
  /** Which standing approvals the reader may make of it. */
  grantScopes: GrantTerms["scope"][];
}

interface Row extends ApprovalView, Pick<ApprovalDetail, "decidedVia" | "call" | "isChatOpen" | "scheduleName"> {}

/** @throws AppError 404, as for an id that never existed, also when the request is another organization's */
export async function getApprovalDetail(ctx: TenantContext, input: { approvalId: ApprovalId }): Promise<ApprovalDetail> {
  const { tenantId } = ctx;
  return ctx.db.sql(async (sql) => {
    const [row] = await sql<Row[]>`
      select view.*, a.decided_via as "decidedVia", s.name as "scheduleName",
             c.deleted_at is null and ${openChat(sql, ctx)} as "isChatOpen",
             jsonb_build_object('status', t.status, 'kind', t.kind, 'reason', t.reason, 'durationMs', t.duration_ms) as call
        from (${selectApprovals(sql)} where a.tenant_id = ${tenantId} and a.id = ${input.approvalId} and ${visibleApproval(sql, ctx)}) view
        join approvals a on a.tenant_id = ${tenantId} and a.id = view.id
        join chats c on c.tenant_id = ${tenantId} and c.id = a.chat_id
        join tool_calls t on t.tenant_id = ${tenantId} and t.id = a.call_id
        left join schedules s on s.tenant_id = ${tenantId} and s.id = a.schedule_id`;
    if (!row) throw notFound("approval");
    const names = await namesOf(sql, row.votes);
    const voters = row.votes.map((vote) => ({ ...vote, name: names.get(vote.userId) ?? "Someone" }));
    const standing = standingOf(ctx, row);
    const grantScopes = standing === "may-decide" ? offeredScopes(row) : [];
    return { ...forReader(ctx, row), voters, standing, grantScopes };
  });
}

async function namesOf(sql: TenantSql, votes: readonly Vote[]): Promise<Map<UserId, string>> {
  if (votes.length === 0) return new Map();
  const people = await sql<{ id: UserId; name: string }[]>`select id, name from users where id in ${sql(votes.map((vote) => vote.userId))}`;
  return new Map(people.map(({ id, name }) => [id, name]));
}
