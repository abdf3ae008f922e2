import { sql } from "drizzle-orm";
import { bigint, customType, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { TenantId, UserId } from "#lib/ids.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/**
 * What happened to calls, added up. `delta` rows are appended with the records that they count and never updated; the compactor
 * moves each into `hour` rows (kept for 14 days) and `day` rows. Sketches are log-binned counts (see `lib/metrics/sketch.ts`), in ms.
 */
export const callStatistics = pgTable(
  "call_statistics",
  {
    tenantId: tenantId().$type<TenantId>(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    level: text("level").$type<"delta" | "hour" | "day">().notNull(),
    /** Start of the hour (delta, hour) or of the UTC day (day). */
    bucket: instant("bucket").notNull(),
    tool: text("tool").notNull(),
    entryPoint: text("entry_point").notNull(),
    userId: uuid("user_id").$type<UserId>(),
    succeeded: integer("succeeded").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    denied: integer("denied").notNull().default(0),
    expired: integer("expired").notNull().default(0),
    cancelled: integer("cancelled").notNull().default(0),
    unknown: integer("unknown").notNull().default(0),
    /** Sum of execution times over successes, and over all executed calls; ms. */
    successMs: bigint("success_ms", { mode: "number" }).notNull().default(0),
    executedMs: bigint("executed_ms", { mode: "number" }).notNull().default(0),
    tokens: bigint("tokens", { mode: "number" }).notNull().default(0),
    executionSketch: bytes("execution_sketch"),
    waitSketch: bytes("wait_sketch"),
    queueSketch: bytes("queue_sketch"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.seq] }),
    // What the compactor takes, of all organizations; and what is not merged yet of one.
    index("call_statistics_deltas").on(table.level, table.bucket),
    index("call_statistics_recent").on(table.tenantId, table.bucket).where(sql`level = 'delta'`),
    // One combination of what merged rows tell apart (see `lib/metrics/cubes.ts`), over time.
    index("call_statistics_cubes")
      .on(table.tenantId, table.level, table.entryPoint, table.userId, table.bucket)
      .where(sql`level <> 'delta'`),
  ],
);

/** Processes that are alive. The health page turns red when no worker has beaten for 30 s. */
export const processes = pgTable("processes", {
  id: text("id").primaryKey(),
  kind: text("kind").$type<"web" | "worker">().notNull(),
  host: text("host").notNull(),
  pid: integer("pid").notNull(),
  version: text("version").notNull(),
  sandbox: text("sandbox"),
  startedAt: createdAt(),
  beatAt: instant("beat_at").notNull(),
});
