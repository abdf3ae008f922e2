import { sql } from "drizzle-orm";
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DraftAnswer, DraftState } from "#lib/drafts/states.ts";
import type { ApprovalId, DestinationId, DraftId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import type { NoticeKind } from "#lib/notices/notice-kinds.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

/** Where drafts can be sent. The address is never changed: another one is another destination. */
export const destinations = pgTable(
  "destinations",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<DestinationId>().notNull(),
    name: text("name").notNull(),
    /** Encrypted by `lib/auth/encrypted-text.ts`; wiped when the destination is removed. */
    encryptedAddress: text("encrypted_address"),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    createdAt: createdAt(),
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("destinations_name").on(table.tenantId, sql`lower(name)`).where(sql`removed_at is null`),
  ],
);

/** What a destination is told of by itself. */
export const destinationNotices = pgTable(
  "destination_notices",
  {
    tenantId: tenantId().$type<TenantId>(),
    destinationId: uuid("destination_id").$type<DestinationId>().notNull(),
    kind: text("kind").$type<NoticeKind>().notNull(),
    /** Where links lead: the origin under which whoever switched it on reached this server. */
    origin: text("origin").notNull(),
    /** The newest request that was told of; ids grow with time. */
    toldThrough: uuid("told_through").$type<ApprovalId>(),
    toldAt: instant("told_at"),
    /** Why the last notice did not arrive; null when it did. */
    problem: text("problem"),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.destinationId, table.kind] }),
    foreignKey({ columns: [table.tenantId, table.destinationId], foreignColumns: [destinations.tenantId, destinations.id] }),
  ],
);

/** Messages to somebody outside. `draft → sending → sent | failed | unknown`, by compare-and-set; see `lib/drafts/states.ts`. */
export const drafts = pgTable(
  "drafts",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<DraftId>().notNull(),
    destinationId: uuid("destination_id").$type<DestinationId>().notNull(),
    text: text("text").notNull(),
    /** SHA-256 of destination, text and the version before it, so that none comes back: what an approval names. */
    version: text("version").notNull(),
    state: text("state").$type<DraftState>().notNull(),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    createdByCallId: uuid("created_by_call_id").$type<ToolCallId>(),
    /** The call that began to send it last. */
    sendingCallId: uuid("sending_call_id").$type<ToolCallId>(),
    answer: jsonb("answer").$type<DraftAnswer>(),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.destinationId], foreignColumns: [destinations.tenantId, destinations.id] }),
    index("drafts_recent").on(table.tenantId, table.updatedAt),
    uniqueIndex("drafts_by_call").on(table.tenantId, table.createdByCallId),
  ],
);
