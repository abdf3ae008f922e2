import type { TenantSql } from "#db/tenant.ts";
import { DEFAULT_AGENT, DEFAULT_AGENT_KEY } from "#lib/agent-profiles/agent-filter.ts";
import type { EntryPoint } from "#lib/context.ts";
import { invalidRequest } from "#lib/errors.ts";
import type { AgentId, TenantId, UserId } from "#lib/ids.ts";
import { DAY_MS, HOUR_MS, rangeOf, type TimeRange } from "./time-range.ts";
import { withAgent } from "./with-agent.ts";

export const GROUPINGS = ["tool", "user", "agent", "entryPoint", "none"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Widths of a series, on UTC's clock. */
export const BUCKETS = ["hour", "6h", "day", "none"] as const;
export type Bucket = (typeof BUCKETS)[number];

const WIDTH_MS: Record<Exclude<Bucket, "none">, number> = { hour: HOUR_MS, "6h": 6 * HOUR_MS, day: DAY_MS };
const MAX_BUCKETS = 800;

/** Which calls a figure counts. */
export interface CallFilter {
  tool?: string | undefined;
  userId?: UserId | undefined;
  /** `DEFAULT_AGENT` for chats without one. */
  agentId?: AgentId | undefined;
  entryPoint?: EntryPoint | undefined;
}

export interface MetricsInput extends CallFilter {
  from?: Date | undefined;
  to?: Date | undefined;
  bucket?: Bucket | undefined;
  groupBy?: Grouping | undefined;
}

/** What is asked of the calls, with its defaults. `widthMs` is null for one figure over the whole range. */
export interface Question {
  range: TimeRange;
  filter: CallFilter;
  groupBy: Grouping;
  widthMs: number | null;
}

/** @throws AppError 400 for a range that cannot be, or a series of more than 800 points */
export function questionOf({ from, to, bucket = "none", groupBy = "tool", ...filter }: MetricsInput): Question {
  const range = rangeOf({ from, to });
  const widthMs = widthOf(bucket);
  if (widthMs !== null && (range.to.getTime() - range.from.getTime()) / widthMs > MAX_BUCKETS)
    throw invalidRequest([{ path: "bucket", message: `More than ${MAX_BUCKETS} points. Ask for wider ones or for less time.` }]);
  return { range, filter, groupBy, widthMs };
}

export function widthOf(bucket: Bucket): number | null {
  return bucket === "none" ? null : WIDTH_MS[bucket];
}

/** By what rows with these columns are grouped, as text. For `tool_calls` and `call_statistics` alike; see `askedCalls` for the agent. */
export function groupKey(sql: TenantSql, groupBy: Grouping) {
  switch (groupBy) {
    case "tool":
      return sql`tool`;
    case "user":
      return sql`user_id::text`;
    case "agent":
      return agentKey(sql);
    case "entryPoint":
      return sql`entry_point`;
    case "none":
      return sql`'all'`;
  }
}

export function agentKey(sql: TenantSql) {
  return sql`case agent_id when ${DEFAULT_AGENT}::uuid then ${DEFAULT_AGENT_KEY} else agent_id::text end`;
}

/** Whether it must be known who answered in a call's chat. */
export function needsAgent({ groupBy, filter }: Pick<Question, "groupBy" | "filter">): boolean {
  return groupBy === "agent" || filter.agentId !== undefined;
}

/** SQL, for `from`: the organization's calls, with `agent_id` when the question is about it. */
export function askedCalls(sql: TenantSql, tenantId: TenantId, question: Pick<Question, "groupBy" | "filter">) {
  return needsAgent(question) ? withAgent(sql, "tool_calls", tenantId) : sql`tool_calls`;
}

/** Start of the part of the series that an instant falls into; null when there is no series. */
export function bucketOf(sql: TenantSql, column: "created_at" | "bucket" | "scheduled_for", widthMs: number | null) {
  if (widthMs === null) return sql`null::timestamptz`;
  return sql`date_bin(${widthMs} * interval '1 millisecond', ${sql(column)}, 'epoch'::timestamptz)`;
}

/** The filters that are given, for columns that `askedCalls` and statistics share. */
export function matchesFilter(sql: TenantSql, { tool, userId, agentId, entryPoint }: CallFilter) {
  return sql`
    ${tool === undefined ? sql`` : sql`and tool = ${tool}`}
    ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
    ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}
    ${entryPoint === undefined ? sql`` : sql`and entry_point = ${entryPoint}`}`;
}
