import { sql } from "drizzle-orm";
import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AgentSettings } from "#lib/agent-profiles/agent-settings.ts";
import type { AgentId, TenantId, UserId } from "#lib/ids.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

/** Who answers in a chat. Rows stay when an agent is deleted: its chats name it, and its runs keep their version. */
export const agents = pgTable(
  "agents",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<AgentId>().notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    isEnabled: boolean("is_enabled").notNull(),
    /** Of its settings, the one in force. Switching it on and off makes none. */
    version: integer("version").notNull(),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    createdAt: createdAt(),
    updatedBy: uuid("updated_by").$type<UserId>().notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("agents_name").on(table.tenantId, sql`lower(name)`).where(sql`deleted_at is null`),
  ],
);

/** What an agent was told and allowed, version by version. Never changed: a run that began with one keeps it. */
export const agentVersions = pgTable(
  "agent_versions",
  {
    tenantId: tenantId().$type<TenantId>(),
    agentId: uuid("agent_id").$type<AgentId>().notNull(),
    version: integer("version").notNull(),
    settings: jsonb("settings").$type<AgentSettings>().notNull(),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.agentId, table.version] }),
    foreignKey({ columns: [table.tenantId, table.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
);
