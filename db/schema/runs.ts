import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { UIMessageChunk } from "ai";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { EntryPoint } from "#lib/context.ts";
import type { ChatId, MessageId, RunId, ScheduleId, TenantId, UserId } from "#lib/ids.ts";
import type { RunStatus, StopReason, Usage } from "#lib/runs/states.ts";
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
    /** Not `jsonb`, which forgets the order of keys: who reads it later must read what was read live, letter for letter. */
    chunks: json("chunks").$type<UIMessageChunk[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.seq] }),
    foreignKey({ columns: [table.tenantId, table.runId], foreignColumns: [runs.tenantId, runs.id] }).onDelete("cascade"),
  ],
);
