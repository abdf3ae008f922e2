import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { TenantId, UserId } from "#lib/ids.ts";
import { instant, tenantId } from "./columns.ts";

/** Skills of an organization, and which of those that come with the product it has switched on. */
export const skills = pgTable(
  "skills",
  {
    tenantId: tenantId().$type<TenantId>(),
    name: text("name").notNull(),
    /** The whole SKILL.md; null for one that comes with the product. */
    content: text("content"),
    isEnabled: boolean("is_enabled").notNull(),
    updatedBy: uuid("updated_by").$type<UserId>().notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.name] })],
);
