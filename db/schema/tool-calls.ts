import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { EntryPoint } from "#lib/context.ts";
import type { ApprovalId, ChatId, RunId, ScheduleId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import type { ToolCallKind, ToolCallStatus } from "#lib/runs/states.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ToolOutcome } from "#lib/tools/outcome.ts";
import type { ReadFrom } from "#lib/tools/read-from.ts";
import { createdAt, instant, tenantId } from "./columns.ts";
import { runs } from "./runs.ts";

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
    /** What the run had read from outside when this was decided; null in rows of before that was recorded. */
    readBefore: jsonb("read_before").$type<ReadFrom>(),
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
