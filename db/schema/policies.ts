import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { TenantId, UserId } from "#lib/ids.ts";
import { createdAt, tenantId } from "./columns.ts";

/** Rules, their history, and which version is in force (the highest). */
export const policies = pgTable(
  "policies",
  {
    tenantId: tenantId().$type<TenantId>(),
    version: integer("version").notNull(),
    preset: text("preset").notNull(),
    rules: jsonb("rules").$type<unknown>().notNull(),
    createdBy: uuid("created_by").$type<UserId>(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.version] })],
);
