import { sql } from "drizzle-orm";
import { bigint, boolean, customType, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AgentId, TenantId, UserId } from "#lib/ids.ts";
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
    /** Who answers in the call's chat; merged rows count each call twice: under its agent, and once for all (see `lib/metrics/cubes.ts`). */
    agentId: uuid("agent_id").$type<AgentId>().notNull(),
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
    microUsd: bigint("micro_usd", { mode: "number" }).notNull().default(0),
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
      .on(table.tenantId, table.level, table.entryPoint, table.agentId, table.userId, table.bucket)
      .where(sql`level <> 'delta'`),
  ],
);

/**
 * Runs that have ended and what they used, added up in the same way: the statement that ends a run appends the `delta` row. Runs that go on are
 * few and are read themselves.
 */
export const runStatistics = pgTable(
  "run_statistics",
  {
    tenantId: tenantId().$type<TenantId>(),
    seq: bigint("seq", { mode: "number" }).generatedAlwaysAsIdentity(),
    level: text("level").$type<"delta" | "hour" | "day">().notNull(),
    /** Start of the hour (delta, hour) or of the UTC day (day) in which the run was asked for. */
    bucket: instant("bucket").notNull(),
    model: text("model").notNull(),
    entryPoint: text("entry_point").notNull(),
    /** Merged rows count each run twice: under its person, and under nobody's id for everybody (see `lib/metrics/run-figures.ts`). */
    userId: uuid("user_id").$type<UserId>().notNull(),
    /** The same of its agent and of all agents. */
    agentId: uuid("agent_id").$type<AgentId>().notNull(),
    isEstimated: boolean("is_estimated").notNull(),
    runs: integer("runs").notNull(),
    iterations: bigint("iterations", { mode: "number" }).notNull(),
    inputTokens: bigint("input_tokens", { mode: "number" }).notNull(),
    outputTokens: bigint("output_tokens", { mode: "number" }).notNull(),
    totalTokens: bigint("total_tokens", { mode: "number" }).notNull(),
    microUsd: bigint("micro_usd", { mode: "number" }).notNull().default(0),
    unpricedTokens: bigint("unpriced_tokens", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.seq] }),
    // What the compactor takes, of all organizations; and what is not merged yet of one.
    index("run_statistics_deltas").on(table.level, table.bucket),
    index("run_statistics_recent").on(table.tenantId, table.bucket).where(sql`level = 'delta'`),
    // One person's merged rows, or everybody's, of one agent or all, over time; and the one row that a sum is added to.
    uniqueIndex("run_statistics_places")
      .on(table.tenantId, table.level, table.userId, table.agentId, table.bucket, table.entryPoint, table.model, table.isEstimated)
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
