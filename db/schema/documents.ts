import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DocumentId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

/** Texts that an organization shares. What a document says stands in its versions; the row names the one in force. */
export const documents = pgTable(
  "documents",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<DocumentId>().notNull(),
    /** Of the version in force: its place among the versions, and the SHA-256 of its title and text. */
    number: integer("number").notNull(),
    version: text("version").notNull(),
    title: text("title").notNull(),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    /** Set when an agent made it: the call that did, and an idempotency key. */
    createdByCallId: uuid("created_by_call_id").$type<ToolCallId>(),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
    /** Set by delete, cleared by undo. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("documents_recent").on(table.tenantId, table.updatedAt),
    uniqueIndex("documents_by_call").on(table.tenantId, table.createdByCallId),
  ],
);

/** Everything that a document ever said, and who wrote it: a member, or an agent for that member by a call. */
export const documentVersions = pgTable(
  "document_versions",
  {
    tenantId: tenantId().$type<TenantId>(),
    documentId: uuid("document_id").$type<DocumentId>().notNull(),
    /** From 1, without gaps. */
    number: integer("number").notNull(),
    version: text("version").notNull(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    authorId: uuid("author_id").$type<UserId>().notNull(),
    callId: uuid("call_id").$type<ToolCallId>(),
    /** The earlier version that it brought back. */
    restoredFrom: integer("restored_from"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.documentId, table.number] }),
    foreignKey({ columns: [table.tenantId, table.documentId], foreignColumns: [documents.tenantId, documents.id] }).onDelete("cascade"),
  ],
);
