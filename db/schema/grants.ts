import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Pin } from "#lib/grants/grant.ts";
import type { ApprovalId, ChatId, GrantId, ScheduleId, TenantId, UserId } from "#lib/ids.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

/** Standing approvals: what somebody agreed to beforehand, for calls like one that they saw. Rows stay when they have ended: they are the record. */
export const grants = pgTable(
  "grants",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<GrantId>().notNull(),
    tool: text("tool").notNull(),
    toolVersion: integer("tool_version").notNull(),
    /** The one call that it covers, or what must be true of the arguments: one of the two. */
    input: jsonb("input").$type<unknown>(),
    pins: jsonb("pins").$type<Pin[]>(),
    /** The files that the one call runs, as they stood when somebody agreed to it; null: none. */
    files: jsonb("files").$type<BoundFile[]>(),
    /** Whose calls; null: every member's. */
    userId: uuid("user_id").$type<UserId>(),
    /** Only in this chat; null: in every one. */
    chatId: uuid("chat_id").$type<ChatId>(),
    /** Only for runs of this schedule, as it was then; null: for none of a schedule. */
    scheduleId: uuid("schedule_id").$type<ScheduleId>(),
    scheduleVersion: integer("schedule_version"),
    /** Null: without an end, which somebody chose. */
    until: instant("until_at"),
    maxUses: integer("max_uses"),
    uses: integer("uses").notNull().default(0),
    lastUsedAt: instant("last_used_at"),
    /** The request on whose card it was made. */
    approvalId: uuid("approval_id").$type<ApprovalId>(),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    createdAt: createdAt(),
    revokedAt: instant("revoked_at"),
    revokedBy: uuid("revoked_by").$type<UserId>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    // What every run reads with its rules.
    index("grants_standing").on(table.tenantId).where(sql`revoked_at is null`),
  ],
);
