import { sql } from "drizzle-orm";
import { timestamp, uuid } from "drizzle-orm/pg-core";

/** The column that row-level security reads. Every table that has it is covered by a policy; a test finds any that is not. */
export const tenantId = () => uuid("tenant_id").notNull();

/** An instant, millisecond precision, as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const createdAt = () => instant("created_at").notNull().default(sql`now()`);
