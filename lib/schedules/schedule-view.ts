import type { TenantContext } from "#lib/context.ts";
import { describeTiming } from "./describe-timing.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import { timingOfRow } from "./timing-of-row.ts";

/** A schedule as the API and the pages have it. Of `cron`, `runAt` and `everyMs` one is set. */
export type ScheduleView = Omit<ScheduleRow, "createdByCallId"> & {
  /** When it fires, in plain English. */
  description: string;
  /** A model made it. */
  isMadeByModel: boolean;
  /** The caller may change what it does; and may start, pause and end it. */
  mayEdit: boolean;
  mayControl: boolean;
};

export function scheduleView(ctx: TenantContext, { createdByCallId, ...row }: ScheduleRow): ScheduleView {
  return {
    ...row,
    description: timingWords(row),
    isMadeByModel: createdByCallId !== null,
    mayEdit: mayEdit(ctx, row),
    mayControl: mayControl(ctx, row),
  };
}

/** It acts in the name of whoever made it, so nobody else says what it does. */
export function mayEdit(ctx: TenantContext, { createdBy }: Pick<ScheduleRow, "createdBy">): boolean {
  return ctx.role !== "auditor" && ctx.userId === createdBy;
}

export function mayControl(ctx: TenantContext, row: Pick<ScheduleRow, "createdBy">): boolean {
  return mayEdit(ctx, row) || ctx.role === "owner" || ctx.role === "admin";
}

function timingWords(row: Omit<ScheduleRow, "createdByCallId">): string {
  try {
    return describeTiming(timingOfRow(row));
  } catch {
    // The row was changed behind the product's back; it is about to be marked as broken, or is.
    return "never: its rule cannot be read";
  }
}
