import type { UIMessage } from "ai";
import type { TenantSql } from "#db/tenant.ts";
import type { AgentId, ChatId, MessageId, RunId, UserId } from "#lib/ids.ts";
import { type NamedPerson, personColumn } from "#lib/members/named-person.ts";
import type { FoldSnapshot } from "#lib/runs/message-fold.ts";
import type { RunStatus } from "#lib/runs/states.ts";
import type { SummaryView } from "#lib/summaries/summary-view.ts";

/** A chat without its messages. */
export interface ChatView {
  id: ChatId;
  /** Empty until somebody says something or gives it a name. */
  title: string;
  /** `private`: only its creator sees it. */
  visibility: "organization" | "private";
  /** Who answers in it; null: the default agent. The name is there also when the agent was deleted. */
  agentId: AgentId | null;
  agentName: string | null;
  createdBy: NamedPerson;
  createdAt: Date;
  /** When something was last said. */
  updatedAt: Date;
  activeRunId: RunId | null;
}

/** A chat in a list: with where its run stands, and what of it is new to this caller or waits for them. */
export interface ChatItem extends ChatView {
  runStatus: Extract<RunStatus, "queued" | "running" | "awaiting-approval"> | null;
  /** A call in it waits for this caller's decision. */
  needsYou: boolean;
  /** Something was said by others since the caller had it before them last. Chats of others count once one has been in them. */
  isUnread: boolean;
}

/** What stands beside a message's parts: who said it and when, or the run that wrote it and what it cost. */
export interface MessageMetadata {
  createdAt: string;
  authorId?: UserId;
  authorName?: string;
  clientMessageId?: string;
  /** A user message whose run waits for the one before it. */
  isQueued?: boolean;
  runId?: RunId;
  /** The message goes on: its run is under way. */
  isPartial?: boolean;
  model?: string;
  /** The agent that answered, when it was not the default one. */
  agentName?: string;
  isDemo?: boolean;
  /** A schedule's dry run wrote it: nothing that it speaks of was done. */
  isDryRun?: boolean;
  usage?: { inputTokens: number; outputTokens: number; totalTokens: number; estimated?: boolean };
  /** What they cost in US dollars, when their model had a price. */
  costUsd?: number;
  stopReason?: string;
  error?: string;
  endedAt?: string;
}

/** An AI SDK UIMessage. */
export type ChatMessage = Pick<UIMessage, "parts"> & { id: MessageId; role: "user" | "assistant"; metadata: MessageMetadata };

/** The run under way, and how a reader goes on with its message after `lastSeq`. */
export interface ActiveRun {
  id: RunId;
  status: RunStatus;
  userMessageId: MessageId;
  assistantMessageId: MessageId;
  /** The last event that the partial message holds; 0 before the first. */
  lastSeq: number;
  open: FoldSnapshot["open"];
  /** What calls that run have written so far, by `toolCallId`. */
  liveOutput: Record<string, string>;
}

export interface ChatDetail extends ChatView {
  /** Oldest first; the answer of a run under way stands among them, `isPartial`. */
  messages: ChatMessage[];
  /** For `before=`: the messages before these; null at the beginning of the chat. */
  olderCursor: string | null;
  activeRun: ActiveRun | null;
  /** What models are told of its earlier part; null while they read all of it. */
  summary: SummaryView | null;
}

/** The columns of a ChatView, from `chats c`. */
export function chatColumns(sql: TenantSql) {
  return sql`
    c.id, c.title, c.visibility, c.agent_id as "agentId",
    (select name from agents a where a.tenant_id = c.tenant_id and a.id = c.agent_id) as "agentName",
    c.created_at as "createdAt", c.updated_at as "updatedAt", c.active_run_id as "activeRunId",
    ${personColumn(sql, sql`c.created_by`)} as "createdBy"`;
}
