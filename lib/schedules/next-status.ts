import { AppError } from "#lib/errors.ts";
import { isTimingChange } from "./changed-timing.ts";
import type { ScheduleChange } from "./schedule-input.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import { CLOSED, type ScheduleStatus, TRANSITIONS } from "./states.ts";

/** Whether it changes what the schedule does or when; its status is another matter. */
export function isEdit({ status: _, ...content }: ScheduleChange): boolean {
  return Object.values(content).some((value) => value !== undefined && value !== null);
}

/**
 * The status of a schedule once a change is made: as asked for, else as it is; a single time that has come and is given another is active again.
 * @throws AppError 409 `illegal_transition`
 */
export function nextStatus(row: ScheduleRow, change: ScheduleChange): ScheduleStatus {
  const { status } = change;
  if (status === undefined) {
    if (isEdit(change) && CLOSED.includes(row.status))
      throw illegal(row.status, row.status, `A schedule that is ${row.status} cannot be changed.`);
    return isTimedAnew(row, change) ? "active" : row.status;
  }
  const isSystemsOwn = status === "broken";
  if (isSystemsOwn || !TRANSITIONS[row.status].includes(status)) {
    const allowed = TRANSITIONS[row.status].filter((other) => other !== "broken");
    const ways = allowed.length > 0 ? `it can become ${allowed.join(", ")}` : "nothing follows";
    throw illegal(row.status, status, `A schedule that is ${row.status} cannot become ${status}; ${ways}.`);
  }
  return status;
}

/** A single time that has come completes its schedule by itself; whoever gives it another wants that one to come too. */
function isTimedAnew(row: ScheduleRow, change: ScheduleChange): boolean {
  return row.status === "completed" && row.runAt !== null && isTimingChange(row, change);
}

function illegal(from: ScheduleStatus, to: ScheduleStatus, detail: string): AppError {
  return new AppError("illegal_transition", detail, { from, to });
}
