import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { UIMessageChunk } from "ai";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { EntryPoint } from "#lib/context.ts";
import type { ApprovalId, ChatId, MessageId, RunId, ScheduleId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import type { RunStatus, StopReason, ToolCallKind, ToolCallStatus, Usage } from "#lib/runs/states.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ToolOutcome } from "#lib/tools/outcome.ts";
import { chats } from "./chats.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

/** One turn of an agent. The lease (`leaseOwner`, `leaseUntil`) says which process drives it; `epoch` fences the one before. */
export const runs = pgTable(
  "runs",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<RunId>().notNull(),
    chatId: uuid("chat_id").$type<ChatId>().notNull(),
    /** The user message that it answers, and the id of the assistant message that it writes. */
    userMessageId: uuid("user_message_id").$type<MessageId>().notNull(),
    assistantMessageId: uuid("assistant_message_id").$type<MessageId>().notNull(),
    trigger: text("trigger").$type<EntryPoint>().notNull(),
    status: text("status").$type<RunStatus>().notNull(),
    stopReason: text("stop_reason").$type<StopReason>(),
    /** What went wrong, in words for a person. */
    error: text("error"),
    /** Whose rights it has. */
    userId: uuid("user_id").$type<UserId>().notNull(),
    scheduleId: uuid("schedule_id").$type<ScheduleId>(),
    /** To see what it would do: the gate executes what only reads, and no call of it can begin. */
    isDryRun: boolean("is_dry_run").notNull().default(false),
    /** Of its chat's agent, the version with which it began. */
    agentVersion: integer("agent_version"),
    model: text("model"),
    /** Model steps done, and those of them that asked for tools. */
    step: integer("step").notNull().default(0),
    iterations: integer("iterations").notNull().default(0),
    usage: jsonb("usage").$type<Usage>().notNull(),
    /** Of `usage`, as columns that statistics and figures add up. */
    isEstimated: boolean("is_estimated").generatedAlwaysAs(sql`coalesce((usage ->> 'estimated')::boolean, false)`),
    inputTokens: bigint("input_tokens", { mode: "number" }).generatedAlwaysAs(sql`((usage ->> 'inputTokens')::numeric)::bigint`),
    outputTokens: bigint("output_tokens", { mode: "number" }).generatedAlwaysAs(sql`((usage ->> 'outputTokens')::numeric)::bigint`),
    totalTokens: bigint("total_tokens", { mode: "number" }).generatedAlwaysAs(sql`((usage ->> 'totalTokens')::numeric)::bigint`),
    /** What the steps cost whose model had a price when they were made, in millionths of a US dollar; and the tokens of the others. */
    microUsd: bigint("micro_usd", { mode: "number" }).notNull().default(0),
    unpricedTokens: bigint("unpriced_tokens", { mode: "number" }).notNull().default(0),
    epoch: integer("epoch").notNull().default(0),
    leaseOwner: text("lease_owner"),
    leaseUntil: instant("lease_until"),
    /** How long drivers have been at it, as of the last transaction of one; waiting for people and in line does not count. */
    activeMs: bigint("active_ms", { mode: "number" }).notNull().default(0),
    /** The number of model steps that died with a driver; a run that keeps dying is given up. */
    interruptions: integer("interruptions").notNull().default(0),
    /** Someone pressed Stop: the driver ends it, and no call begins any more. */
    cancelRequestedAt: instant("cancel_requested_at"),
    createdAt: createdAt(),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("runs_id").on(table.id),
    foreignKey({ columns: [table.tenantId, table.chatId], foreignColumns: [chats.tenantId, chats.id] }).onDelete("cascade"),
    index("runs_chat").on(table.tenantId, table.chatId, table.createdAt),
    index("runs_recent").on(table.tenantId, table.createdAt),
    // Those that have not ended: figures add them to the statistics of those that have.
    index("runs_under_way").on(table.tenantId, table.createdAt).where(sql`ended_at is null`),
    // What a sweep looks for: runs that nobody drives.
    index("runs_open").on(table.status, table.leaseUntil).where(sql`status in ('queued', 'running', 'awaiting-approval')`),
    // Scheduled runs of an organization that are driven, or wait for their turn.
    index("runs_scheduled")
      .on(table.tenantId, table.status, table.createdAt)
      .where(sql`trigger = 'schedule' and status in ('queued', 'running')`),
  ],
);

/** One answer of the model: the message exactly as it must be sent back, and what it cost. Written with its calls, in one transaction. */
export const runSteps = pgTable(
  "run_steps",
  {
    tenantId: tenantId().$type<TenantId>(),
    runId: uuid("run_id").$type<RunId>().notNull(),
    step: integer("step").notNull(),
    message: jsonb("message").$type<LanguageModelV4Message>().notNull(),
    finishReason: text("finish_reason").notNull(),
    usage: jsonb("usage").$type<Usage>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.step] }),
    foreignKey({ columns: [table.tenantId, table.runId], foreignColumns: [runs.tenantId, runs.id] }).onDelete("cascade"),
  ],
);

/** The run's event log: AI SDK UI message chunks in small batches. `seq` grows and has gaps (epoch × 1,000,000 + n). */
export const runEvents = pgTable(
  "run_events",
  {
    tenantId: tenantId().$type<TenantId>(),
    runId: uuid("run_id").$type<RunId>().notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    chunks: jsonb("chunks").$type<UIMessageChunk[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.seq] }),
    foreignKey({ columns: [table.tenantId, table.runId], foreignColumns: [runs.tenantId, runs.id] }).onDelete("cascade"),
  ],
);

/** The record of every call, refused ones too. */
export const toolCalls = pgTable(
  "tool_calls",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<ToolCallId>().notNull(),
    runId: uuid("run_id").$type<RunId>().notNull(),
    chatId: uuid("chat_id").$type<ChatId>().notNull(),
    /** The id in the transcript: ours, unique in its run, also when the model repeats one. */
    toolCallId: text("tool_call_id").notNull(),
    step: integer("step").notNull(),
    position: integer("position").notNull(),
    /** The canonical name, or what the model wrote when there is no such tool. */
    tool: text("tool").notNull(),
    toolVersion: integer("tool_version"),
    effect: text("effect").$type<Effect>(),
    /** The decoded arguments; unreadable ones stand here as the raw string. */
    input: jsonb("input").$type<unknown>(),
    /** What an approver changed them to, when one did. */
    editedInput: jsonb("edited_input").$type<unknown>(),
    inputDigest: text("input_digest"),
    status: text("status").$type<ToolCallStatus>().notNull(),
    kind: text("kind").$type<ToolCallKind>(),
    ruleId: text("rule_id"),
    reason: text("reason"),
    policyVersion: integer("policy_version"),
    approvalId: uuid("approval_id").$type<ApprovalId>(),
    approvedBy: uuid("approved_by").$type<UserId>(),
    grantId: uuid("grant_id"),
    outcome: jsonb("outcome").$type<ToolOutcome>(),
    /** What the model read: REFUSED…, ERROR…, or the content. */
    modelText: text("model_text"),
    entryPoint: text("entry_point").$type<EntryPoint>().notNull(),
    userId: uuid("user_id").$type<UserId>().notNull(),
    scheduleId: uuid("schedule_id").$type<ScheduleId>(),
    model: text("model"),
    /** Tokens of the model step that asked, and what they cost, shared out over its calls. */
    tokens: integer("tokens").notNull().default(0),
    microUsd: bigint("micro_usd", { mode: "number" }).notNull().default(0),
    /** Always null: what a command ran in stands in its outcome. Processes of an earlier version still write it while an upgrade rolls out. */
    sandbox: text("sandbox"),
    executions: integer("executions").notNull().default(0),
    createdAt: createdAt(),
    decidedAt: instant("decided_at"),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    queueMs: integer("queue_ms"),
    waitMs: integer("wait_ms"),
    durationMs: integer("duration_ms"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.runId], foreignColumns: [runs.tenantId, runs.id] }).onDelete("cascade"),
    unique("tool_calls_in_run").on(table.tenantId, table.runId, table.toolCallId),
    index("tool_calls_recent").on(table.tenantId, table.createdAt),
    index("tool_calls_tool").on(table.tenantId, table.tool, table.createdAt),
    // What did not run, and why: few among many, counted over long ranges.
    index("tool_calls_kinds").on(table.tenantId, table.createdAt, table.kind).where(sql`kind is not null`),
    // The database's own word on the chokepoint: nothing executes without the rule that allowed it, and nothing executes twice.
    check("executed_only_when_decided", sql`started_at is null or rule_id is not null`),
    check("executed_once", sql`executions <= 1 or effect = 'read'`),
  ],
);

/** A person's decision that a call waits for. Decided by compare-and-set, bound to `inputDigest`, used once. */
export const approvals = pgTable(
  "approvals",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<ApprovalId>().notNull(),
    callId: uuid("call_id").$type<ToolCallId>().notNull(),
    toolCallId: text("tool_call_id").notNull(),
    runId: uuid("run_id").$type<RunId>().notNull(),
    chatId: uuid("chat_id").$type<ChatId>().notNull(),
    tool: text("tool").notNull(),
    toolVersion: integer("tool_version").notNull(),
    effect: text("effect").$type<Effect>().notNull(),
    input: jsonb("input").$type<unknown>().notNull(),
    inputDigest: text("input_digest").notNull(),
    editedInput: jsonb("edited_input").$type<unknown>(),
    editedDigest: text("edited_digest"),
    summary: text("summary").notNull(),
    ruleId: text("rule_id").notNull(),
    reason: text("reason").notNull(),
    entryPoint: text("entry_point").$type<EntryPoint>().notNull(),
    scheduleId: uuid("schedule_id").$type<ScheduleId>(),
    requestedBy: uuid("requested_by").$type<UserId>().notNull(),
    requirement: jsonb("requirement").$type<{ approvals: number; roles: string[]; excludeRequester: boolean }>().notNull(),
    votes: jsonb("votes").$type<{ userId: string; decision: string; at: string; reason: string | null }[]>().notNull(),
    offered: jsonb("offered").$type<("approve" | "deny")[]>().notNull(),
    status: text("status").$type<"pending" | "approved" | "denied" | "expired" | "cancelled" | "superseded">().notNull(),
    decidedBy: uuid("decided_by").$type<UserId>(),
    decidedVia: text("decided_via"),
    decisionReason: text("decision_reason"),
    decidedAt: instant("decided_at"),
    expiresAt: instant("expires_at"),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.callId], foreignColumns: [toolCalls.tenantId, toolCalls.id] }).onDelete("cascade"),
    unique("approvals_call").on(table.tenantId, table.callId),
    // The queue in its order: ids grow with time.
    index("approvals_queue").on(table.tenantId, table.id).where(sql`status = 'pending'`),
    // Counts of a long history, from the index alone.
    index("approvals_state").on(table.tenantId, table.status),
    index("approvals_recent").on(table.tenantId, table.createdAt),
    index("approvals_expiry").on(table.expiresAt).where(sql`status = 'pending' and expires_at is not null`),
  ],
);

/** Rules, their history, and which version is in force (the highest). */
export const policies = pgTable(
  "policies",
  {
    tenantId: tenantId().$type<TenantId>(),
    version: integer("version").notNull(),
    preset: text("preset").notNull(),
    rules: jsonb("rules").$type<unknown>().notNull(),
    createdBy: uuid("created_by").$type<UserId>(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.version] })],
);

/** Who did what, with which facts. The application's role may insert and read, never change or remove. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    tenantId: tenantId().$type<TenantId>(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(sql`now()`),
    actorId: uuid("actor_id").$type<UserId>(),
    action: text("action").notNull(),
    /** What it was done to: `tool-call:<id>`, `approval:<id>`, `member:<id>`… */
    subject: text("subject").notNull(),
    facts: jsonb("facts").$type<Record<string, unknown>>().notNull(),
    isSystem: boolean("is_system").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.seq] }),
    index("audit_subject").on(table.tenantId, table.subject),
    index("audit_time").on(table.tenantId, table.at),
  ],
);

/**
 * The chain over the audit log: one link an entry, in the order in which they were sealed, a moment after they were written. Each hash holds the one
 * before, so that nothing can be changed, removed or moved without all that follows. The application's role may insert and read, no more.
 */
export const auditSeals = pgTable(
  "audit_seals",
  {
    tenantId: tenantId().$type<TenantId>(),
    /** 1, 2, 3 …, without a gap. */
    position: bigint("position", { mode: "number" }).notNull(),
    entrySeq: bigint("entry_seq", { mode: "number" }).notNull(),
    /** SHA-256 in hex; see `lib/audit/link.ts`. */
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.position] }), unique("audit_seals_entry").on(table.tenantId, table.entrySeq)],
);
