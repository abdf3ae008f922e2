import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { TenantId, UserId } from "#lib/ids.ts";
import { instant, tenantId } from "./columns.ts";

/** Who did what, with which facts. The application's role may insert and read, never change or remove. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    tenantId: tenantId().$type<TenantId>(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(sql`now()`),
    actorId: uuid("actor_id").$type<UserId>(),
    action: text("action").notNull(),
    /** What it was done to: `tool-call:<id>`, `approval:<id>`, `member:<id>`… */
    subject: text("subject").notNull(),
    facts: jsonb("facts").$type<Record<string, unknown>>().notNull(),
    isSystem: boolean("is_system").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.seq] }),
    index("audit_subject").on(table.tenantId, table.subject),
    index("audit_time").on(table.tenantId, table.at),
  ],
);

/**
 * The chain over the audit log: one link an entry, in the order in which they were sealed, a moment after they were written. Each hash holds the one
 * before, so that nothing can be changed, removed or moved without all that follows. The application's role may insert and read, no more.
 */
export const auditSeals = pgTable(
  "audit_seals",
  {
    tenantId: tenantId().$type<TenantId>(),
    /** 1, 2, 3 …, without a gap. */
    position: bigint("position", { mode: "number" }).notNull(),
    entrySeq: bigint("entry_seq", { mode: "number" }).notNull(),
    /** SHA-256 in hex; see `lib/audit/link.ts`. */
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.position] }), unique("audit_seals_entry").on(table.tenantId, table.entrySeq)],
);
