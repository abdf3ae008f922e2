import type { UIMessage } from "ai";
import type { TenantSql } from "#db/tenant.ts";
import { type ApprovalView, selectApprovals } from "#lib/approvals/approval-view.ts";
import type { TenantContext } from "#lib/context.ts";
import type { RunId, UserId } from "#lib/ids.ts";
import { redactWhole } from "#lib/redact.ts";
import { getRun, type RunView } from "./get-run.ts";

/** What was said in a run: the message that began it, and the answer once it is stored. */
interface SaidMessage {
  role: "user" | "assistant";
  authorName: string | null;
  createdAt: Date;
  parts: UIMessage["parts"];
}

/** An entry of the audit log with its link of the chain, which `GET /api/audit/verify` proves; null until it is sealed. */
interface ExportedEntry {
  at: Date;
  actorId: UserId | null;
  actorName: string | null;
  action: string;
  subject: string;
  facts: Record<string, unknown>;
  seal: { position: number; hash: string } | null;
}

/** Everything that the record has of one run, to be kept or handed on. Secrets are replaced by `[redacted]`, by their names and by their form. */
export interface RunExport {
  format: "countersign-run-1";
  exportedAt: Date;
  run: RunView;
  messages: SaidMessage[];
  approvals: ApprovalView[];
  /** Of the run, its calls and their requests, in their order; null for those who may not read the log. */
  audit: ExportedEntry[] | null;
}

/**
 * One run as a file.
 * @throws AppError 404, also for a run in another person's private chat
 */
export async function exportRun(ctx: TenantContext, input: { runId: RunId }): Promise<RunExport> {
  const run = await getRun(ctx, input);
  const mayReadLog = ctx.role === "owner" || ctx.role === "admin" || ctx.role === "auditor";
  const [messages, approvals, audit] = await ctx.db.sql((sql) =>
    Promise.all([
      selectMessages(sql, ctx, run),
      sql<ApprovalView[]>`${selectApprovals(sql)} where a.tenant_id = ${ctx.tenantId} and a.run_id = ${run.id} order by a.id`,
      mayReadLog ? selectEntries(sql, ctx, run) : null,
    ]),
  );
  return redactWhole({ format: "countersign-run-1", exportedAt: new Date(), run, messages, approvals, audit });
}

function selectMessages(sql: TenantSql, { tenantId }: TenantContext, { id }: RunView) {
  return sql<SaidMessage[]>`
    select m.role, u.name as "authorName", m.created_at as "createdAt", m.parts
      from runs r
      join messages m on m.tenant_id = r.tenant_id and m.id in (r.user_message_id, r.assistant_message_id)
      left join users u on u.id = m.author_id
     where r.tenant_id = ${tenantId} and r.id = ${id} order by m.seq`;
}

function selectEntries(sql: TenantSql, { tenantId }: TenantContext, { id, toolCalls }: RunView) {
  const subjects = [
    `run:${id}`,
    ...toolCalls.flatMap((call) => [`tool-call:${call.id}`, ...(call.approvalId ? [`approval:${call.approvalId}`] : [])]),
  ];
  return sql<ExportedEntry[]>`
    select e.at, e.actor_id as "actorId", u.name as "actorName", e.action, e.subject, e.facts,
           case when s.position is not null then jsonb_build_object('position', s.position, 'hash', s.hash) end as seal
      from audit_entries e
      left join audit_seals s on s.tenant_id = e.tenant_id and s.entry_seq = e.seq
      left join users u on u.id = e.actor_id
     where e.tenant_id = ${tenantId} and e.subject in ${sql(subjects)} order by e.seq`;
}
