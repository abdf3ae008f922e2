import { bigint, date, integer, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import type { TenantId, UserId } from "#lib/ids.ts";
import type { ModelPrice } from "#lib/prices/model-price.ts";
import { createdAt, tenantId } from "./columns.ts";

const amount = (name: string) => bigint(name, { mode: "number" });

/** What runs may use, its history, and which version is in force (the highest). Null: no limit. */
export const limits = pgTable(
  "limits",
  {
    tenantId: tenantId().$type<TenantId>(),
    version: integer("version").notNull(),
    callsPerRun: integer("calls_per_run").notNull(),
    tokensPerRun: amount("tokens_per_run"),
    /** Of US dollars the millionths, here and wherever a column has this word. */
    microUsdPerRun: amount("micro_usd_per_run"),
    activeMsPerRun: amount("active_ms_per_run"),
    memberCallsPerDay: amount("member_calls_per_day"),
    memberTokensPerDay: amount("member_tokens_per_day"),
    memberMicroUsdPerDay: amount("member_micro_usd_per_day"),
    organizationCallsPerDay: amount("organization_calls_per_day"),
    organizationTokensPerDay: amount("organization_tokens_per_day"),
    organizationMicroUsdPerDay: amount("organization_micro_usd_per_day"),
    scheduledRunsAtOnce: integer("scheduled_runs_at_once").notNull(),
    workspaceBytes: amount("workspace_bytes"),
    createdBy: uuid("created_by").$type<UserId>(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.version] })],
);

/** What the tokens of models cost, its history, and which version is in force (the highest). */
export const modelPrices = pgTable(
  "model_prices",
  {
    tenantId: tenantId().$type<TenantId>(),
    version: integer("version").notNull(),
    prices: jsonb("prices").$type<ModelPrice[]>().notNull(),
    createdBy: uuid("created_by").$type<UserId>(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.version] })],
);

/**
 * Calls (reserved or made), tokens and what they cost, of a day in UTC, for a member or for the whole organization. Counted only while a limit of the
 * day is set for that subject: the row is locked by every run that counts on it.
 */
export const dailyUsage = pgTable(
  "daily_usage",
  {
    tenantId: tenantId().$type<TenantId>(),
    day: date("day").notNull(),
    /** The member, or the organization itself. */
    subject: uuid("subject").$type<UserId | TenantId>().notNull(),
    calls: amount("calls").notNull().default(0),
    tokens: amount("tokens").notNull().default(0),
    microUsd: amount("micro_usd").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.subject] })],
);
