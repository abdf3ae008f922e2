import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { McpServerId, TenantId, UserId } from "#lib/ids.ts";
import type { ToolDefinition } from "#lib/mcp-servers/tool-definition.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

/** Servers of others whose tools an organization may use. Rows stay when they were removed, without their secrets: versions of tools go on counting. */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<McpServerId>().notNull(),
    /** In small letters; it stands in the names of the tools. */
    name: text("name").notNull(),
    /** Its address as people may see it: without what stands behind a question mark, or looks like a key in its path. */
    shownUrl: text("shown_url").notNull(),
    headerNames: jsonb("header_names").$type<string[]>().notNull(),
    /** The whole address and the headers, encrypted; null when the server was removed. */
    secret: text("secret"),
    /** When its list of tools was last read. */
    checkedAt: instant("checked_at").notNull(),
    /** It has said since that the list is another. */
    isStale: boolean("is_stale").notNull().default(false),
    /** Why it could not be asked the last time; null when it could. */
    problem: text("problem"),
    /** Entries of its list that are no tools: how many. */
    unnamedTools: integer("unnamed_tools").notNull().default(0),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    createdAt: createdAt(),
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("mcp_servers_name").on(table.tenantId, table.name).where(sql`removed_at is null`),
  ],
);

/** Each tool that such a server lists, as it was last seen, and as it was approved. */
export const mcpTools = pgTable(
  "mcp_tools",
  {
    tenantId: tenantId().$type<TenantId>(),
    serverId: uuid("server_id").$type<McpServerId>().notNull(),
    /** As the server names it. */
    name: text("name").notNull(),
    /** As a model and the rules name it. */
    qualifiedName: text("qualified_name").notNull(),
    definition: jsonb("definition").$type<ToolDefinition>().notNull(),
    hash: text("hash").notNull(),
    /** Why it cannot be approved as it is. */
    problem: text("problem"),
    /** The server still lists it. */
    isListed: boolean("is_listed").notNull(),
    approvedDefinition: jsonb("approved_definition").$type<ToolDefinition>(),
    approvedHash: text("approved_hash"),
    effect: text("effect").$type<Effect>(),
    /** Grows with every approval of this name: what was agreed to for another version is void. */
    version: integer("version"),
    approvedBy: uuid("approved_by").$type<UserId>(),
    approvedAt: instant("approved_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.serverId, table.name] }),
    // What every run reads with its rules.
    uniqueIndex("mcp_tools_approved").on(table.tenantId, table.qualifiedName, table.version).where(sql`approved_hash is not null`),
  ],
);
