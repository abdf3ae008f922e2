import type { TenantSql } from "#db/tenant.ts";
import { visibleChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import type { ApprovalId, ChatId, DestinationId, DraftId, ToolCallId } from "#lib/ids.ts";
import { type NamedPerson, personColumn } from "#lib/members/named-person.ts";
import type { DraftAnswer, DraftState } from "./states.ts";

/** A draft without the whole of its text. */
export interface DraftItem {
  id: DraftId;
  /** SHA-256 of destination, text and the version before it, so that none comes back: what an approval names. */
  version: string;
  state: DraftState;
  destination: { id: DestinationId; name: string; isRemoved: boolean };
  /** The beginning of its text. */
  excerpt: string;
  createdBy: NamedPerson;
  createdAt: Date;
  updatedAt: Date;
  /** The call that made it, and the one that began to send it last. */
  createdByCallId: ToolCallId | null;
  sendingCallId: ToolCallId | null;
  /** Who agreed that it is sent. */
  approvedBy: NamedPerson[];
  /** The request that waits for somebody to agree. */
  pendingApprovalId: ApprovalId | null;
  /** Where an agent prepared it; null when the caller cannot open that chat. */
  chatId: ChatId | null;
  answer: DraftAnswer | null;
}

export interface DraftDetail extends DraftItem {
  text: string;
}

const EXCERPT_CHARS = 200;

/** The columns of a DraftItem, for `fromDrafts`. */
export function draftColumns(sql: TenantSql, ctx: TenantContext) {
  const { tenantId } = ctx;
  return sql`
    d.id, d.version, ${toldState(sql)} as state, left(d.text, ${EXCERPT_CHARS}) as excerpt, d.answer,
    jsonb_build_object('id', t.id, 'name', t.name, 'isRemoved', t.removed_at is not null) as destination,
    ${personColumn(sql, sql`d.created_by`)} as "createdBy", d.created_at as "createdAt", d.updated_at as "updatedAt",
    d.created_by_call_id as "createdByCallId", d.sending_call_id as "sendingCallId",
    coalesce((
      select jsonb_agg(${personColumn(sql, sql`(vote ->> 'userId')::uuid`)})
        from approvals a, jsonb_array_elements(a.votes) vote
       where a.tenant_id = ${tenantId} and a.id = s.approval_id and vote ->> 'decision' = 'approve'), '[]') as "approvedBy",
    (select a.id from approvals a
      where a.tenant_id = ${tenantId} and a.status = 'pending' and a.tool = 'send_draft' and lower(a.input ->> 'draftId') = d.id::text
      order by a.id desc limit 1) as "pendingApprovalId",
    (select c.id from chats c where c.id = coalesce(s.chat_id, m.chat_id) and ${visibleChat(sql, ctx)}) as "chatId"`;
}

/** SQL: drafts of the organization with where they go, the call that made them and the one that sends them. Deleted ones too. */
export function fromDrafts(sql: TenantSql, { tenantId }: TenantContext) {
  return sql`
    drafts d
      join destinations t on t.tenant_id = d.tenant_id and t.id = d.destination_id and d.tenant_id = ${tenantId}
      left join tool_calls s on s.tenant_id = d.tenant_id and s.id = d.sending_call_id
      left join tool_calls m on m.tenant_id = d.tenant_id and m.id = d.created_by_call_id`;
}

/** SQL: the state as it is told. A call that is over and has left its draft sending died between the two: whether it was sent, nobody knows. */
export function toldState(sql: TenantSql) {
  return sql`case when d.state = 'sending' and (s.id is null or s.ended_at is not null) then 'unknown' else d.state end`;
}
