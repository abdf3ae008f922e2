import type { UIMessage } from "ai";
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { AgentId, ChatId, MessageId, RunId, TenantId, UserId } from "#lib/ids.ts";
import type { ReadFrom } from "#lib/tools/read-from.ts";
import { agents } from "./agents.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

export const chats = pgTable(
  "chats",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<ChatId>().notNull(),
    title: text("title").notNull(),
    /** `automatic` until a person names the chat. */
    titleSource: text("title_source").$type<"automatic" | "person">().notNull().default("automatic"),
    visibility: text("visibility").$type<"organization" | "private">().notNull().default("organization"),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    /** Who answers, from the first message on; null: the default agent. */
    agentId: uuid("agent_id").$type<AgentId>(),
    /** The run under way; compare-and-set on this column is what allows one run a chat at a time. */
    activeRunId: uuid("active_run_id").$type<RunId>(),
    /** What its runs have read from outside; null: nothing. */
    readFrom: jsonb("read_from").$type<ReadFrom>(),
    createdAt: createdAt(),
    /** When something was last said here: the order of the list. */
    updatedAt: instant("updated_at").notNull(),
    /** Set by delete, cleared by undo; rows are removed for good later. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.agentId], foreignColumns: [agents.tenantId, agents.id] }),
    index("chats_recent").on(table.tenantId, table.updatedAt),
  ],
);

/** What was said, in order. An assistant message is written when its run ends; until then it is the fold of the run's events. */
export const messages = pgTable(
  "messages",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<MessageId>().notNull(),
    chatId: uuid("chat_id").$type<ChatId>().notNull(),
    runId: uuid("run_id").$type<RunId>(),
    /** Order in the chat. */
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    role: text("role").$type<"user" | "assistant">().notNull(),
    /** Who wrote a user message; null for an assistant's. */
    authorId: uuid("author_id").$type<UserId>(),
    /** The client's own id of a user message: the same one again is the same message. */
    clientMessageId: text("client_message_id"),
    /** AI SDK UIMessage parts. */
    parts: jsonb("parts").$type<UIMessage["parts"]>().notNull(),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.chatId], foreignColumns: [chats.tenantId, chats.id] }).onDelete("cascade"),
    unique("messages_client_id").on(table.tenantId, table.chatId, table.clientMessageId),
    index("messages_order").on(table.tenantId, table.chatId, table.seq),
    index("messages_run").on(table.tenantId, table.runId),
  ],
);

/** How far somebody has read a chat: the `seq` of its last message when they last had it before them. */
export const chatReads = pgTable(
  "chat_reads",
  {
    tenantId: tenantId().$type<TenantId>(),
    userId: uuid("user_id").$type<UserId>().notNull(),
    chatId: uuid("chat_id").$type<ChatId>().notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.chatId] }),
    foreignKey({ columns: [table.tenantId, table.chatId], foreignColumns: [chats.tenantId, chats.id] }).onDelete("cascade"),
    index("chat_reads_chat").on(table.tenantId, table.chatId),
  ],
);

/** What a model is told of the part of a long chat that it no longer reads word by word: the latest summary of each chat. */
export const chatSummaries = pgTable(
  "chat_summaries",
  {
    tenantId: tenantId().$type<TenantId>(),
    chatId: uuid("chat_id").$type<ChatId>().notNull(),
    text: text("text").notNull(),
    /** The `seq` of the last person's message that it tells of; its answer is in it too. */
    throughSeq: bigint("through_seq", { mode: "number" }).notNull(),
    coveredMessages: integer("covered_messages").notNull(),
    /** How often it was written, this time included: each tells of the one before. */
    writings: integer("writings").notNull(),
    model: text("model").notNull(),
    writtenAt: instant("written_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.chatId] }),
    foreignKey({ columns: [table.tenantId, table.chatId], foreignColumns: [chats.tenantId, chats.id] }).onDelete("cascade"),
  ],
);
