import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ChatId, RunId, ScheduleId, ScheduleRunId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import type { ScheduleFieldChanges } from "#lib/schedules/record-change.ts";
import type { ScheduleConfiguration } from "#lib/schedules/schedule-configuration.ts";
import type { FiringCause, MissedPolicy, OverlapPolicy, ScheduleRunStatus, ScheduleStatus } from "#lib/schedules/states.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

/**
 * Scheduled work: exactly one of `cron`, `runAt`, `everyMs`. `nextRunAt` is set while and only while the schedule is active, and never when `cron` is
 * `@webhook`.
 */
export const schedules = pgTable(
  "schedules",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<ScheduleId>().notNull(),
    name: text("name").notNull(),
    prompt: text("prompt").notNull(),
    cron: text("cron"),
    runAt: instant("run_at"),
    everyMs: bigint("every_ms", { mode: "number" }),
    timeZone: text("time_zone").notNull(),
    status: text("status").$type<ScheduleStatus>().notNull(),
    nextRunAt: instant("next_run_at"),
    missed: text("missed").$type<MissedPolicy>().notNull().default("once"),
    overlap: text("overlap").$type<OverlapPolicy>().notNull().default("skip"),
    /** Where its runs are told; made with the schedule. */
    chatId: uuid("chat_id").$type<ChatId>(),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    /** Set when a model made it: the call that did, and an idempotency key. */
    createdByCallId: uuid("created_by_call_id").$type<ToolCallId>(),
    /** What callers of its webhook sign with, encrypted; null: it has none. */
    webhookSecret: text("webhook_secret"),
    /** Why it cannot fire (its creator left, its rule is unreadable), in words. */
    brokenReason: text("broken_reason"),
    /** Raised by every edit of what it does or when: a run's page tells whether that is still what ran. */
    version: integer("version").notNull().default(1),
    /** When a destination was told last that it fails, and of what. */
    alertedAt: instant("alerted_at"),
    alertedCause: text("alerted_cause"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("schedules_due").on(table.nextRunAt).where(sql`status = 'active'`),
    index("schedules_chat").on(table.tenantId, table.chatId),
    uniqueIndex("schedules_by_call").on(table.tenantId, table.createdByCallId),
  ],
);

/** One firing. The pair of schedule and due time is unique: no number of processes can fire it twice. */
export const scheduleRuns = pgTable(
  "schedule_runs",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<ScheduleRunId>().notNull(),
    scheduleId: uuid("schedule_id").$type<ScheduleId>().notNull(),
    cause: text("cause").$type<FiringCause>().notNull(),
    scheduledFor: instant("scheduled_for").notNull(),
    status: text("status").$type<ScheduleRunStatus>().notNull(),
    runId: uuid("run_id").$type<RunId>(),
    /** What the schedule was when the run was made; null when there was none. */
    configuration: jsonb("configuration").$type<ScheduleConfiguration>(),
    reason: text("reason"),
    /** Which call of its webhook it was, in the caller's words: the same again is the same firing. */
    deliveryId: text("delivery_id"),
    lagMs: integer("lag_ms"),
    createdAt: createdAt(),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.scheduleId, table.scheduledFor, table.cause] }),
    foreignKey({ columns: [table.tenantId, table.scheduleId], foreignColumns: [schedules.tenantId, schedules.id] }).onDelete("cascade"),
    uniqueIndex("schedule_runs_id").on(table.tenantId, table.id),
    uniqueIndex("schedule_runs_delivery").on(table.tenantId, table.scheduleId, table.deliveryId).where(sql`delivery_id is not null`),
    index("schedule_runs_run").on(table.tenantId, table.runId),
    // Firings that have not ended: what the overlap policy asks about.
    index("schedule_runs_open").on(table.tenantId, table.scheduleId).where(sql`ended_at is null`),
    // What failed lately.
    index("schedule_runs_failed").on(table.tenantId, table.endedAt).where(sql`status = 'failed'`),
    index("schedule_runs_queued").on(table.createdAt).where(sql`status = 'queued'`),
  ],
);

/** What was changed of a schedule, by whom: people, agents in their name, and the product itself. The application adds and reads, no more. */
export const scheduleChanges = pgTable(
  "schedule_changes",
  {
    tenantId: tenantId().$type<TenantId>(),
    scheduleId: uuid("schedule_id").$type<ScheduleId>().notNull(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(sql`now()`),
    /** Null: the product itself. */
    actorId: uuid("actor_id").$type<UserId>(),
    /** The call by which an agent did it, in the actor's name. */
    callId: uuid("call_id").$type<ToolCallId>(),
    fromStatus: text("from_status").$type<ScheduleStatus>().notNull(),
    toStatus: text("to_status").$type<ScheduleStatus>().notNull(),
    fields: jsonb("fields").$type<ScheduleFieldChanges>().notNull(),
    /** Why, in the words of whoever did it. */
    reason: text("reason"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.scheduleId, table.seq] }),
    foreignKey({ columns: [table.tenantId, table.scheduleId], foreignColumns: [schedules.tenantId, schedules.id] }).onDelete("cascade"),
  ],
);
