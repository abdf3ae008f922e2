import type { TenantSql } from "#db/tenant.ts";
import type { ScheduleId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import { storableText } from "#lib/storable.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import type { ScheduleStatus } from "./states.ts";

/** What says what a schedule does, and when. */
export const CHANGE_FIELDS = ["name", "prompt", "cron", "runAt", "everyMs", "timeZone", "missed", "overlap"] as const;
export type ScheduleField = (typeof CHANGE_FIELDS)[number];
type Content = Pick<ScheduleRow, ScheduleField>;

/** A value as JSON has it: `runAt` is ISO 8601 in UTC. */
type FieldValue = string | number | null;

/** By field, what it was and what it became; a field that stayed as it was is not there. */
export type ScheduleFieldChanges = Partial<Record<ScheduleField, [before: FieldValue, after: FieldValue]>>;

export interface ChangeRecord {
  scheduleId: ScheduleId;
  /** Null: the product itself. */
  actorId: UserId | null;
  /** The call by which an agent did it. */
  callId: ToolCallId | null;
  from: ScheduleStatus;
  to: ScheduleStatus;
  fields: ScheduleFieldChanges;
  reason: string | null;
}

/** Adds to the history of a schedule, in the transaction that changes it. What changed nothing is not told. */
export async function recordChange(sql: TenantSql, tenantId: TenantId, change: ChangeRecord): Promise<void> {
  const { scheduleId, actorId, callId, from, to, fields, reason } = change;
  if (from === to && Object.keys(fields).length === 0) return;
  await sql`
    insert into schedule_changes (tenant_id, schedule_id, actor_id, call_id, from_status, to_status, fields, reason)
    values (${tenantId}, ${scheduleId}, ${actorId}, ${callId}, ${from}, ${to}, ${sql.json(fields as never)}, ${reason && storableText(reason)})`;
}

export function fieldChanges(before: Content, after: Content): ScheduleFieldChanges {
  const pairs = CHANGE_FIELDS.map((field) => [field, [jsonValue(before[field]), jsonValue(after[field])]] as const);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => was !== is));
}

function jsonValue(value: Content[ScheduleField]): FieldValue {
  return value instanceof Date ? value.toISOString() : value;
}
