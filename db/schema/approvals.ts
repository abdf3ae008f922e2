import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { EntryPoint } from "#lib/context.ts";
import type { ApprovalId, ChatId, RunId, ScheduleId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ReadFrom } from "#lib/tools/read-from.ts";
import { createdAt, instant, tenantId } from "./columns.ts";
import { toolCalls } from "./tool-calls.ts";

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
    /** The files that the call runs, as they stood when it was asked about, or when an approver changed it; null: none. */
    files: jsonb("files").$type<BoundFile[]>(),
    summary: text("summary").notNull(),
    ruleId: text("rule_id").notNull(),
    reason: text("reason").notNull(),
    entryPoint: text("entry_point").$type<EntryPoint>().notNull(),
    scheduleId: uuid("schedule_id").$type<ScheduleId>(),
    requestedBy: uuid("requested_by").$type<UserId>().notNull(),
    /** What the run had read from outside when it asked; null in rows of before that was recorded. */
    readBefore: jsonb("read_before").$type<ReadFrom>(),
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
