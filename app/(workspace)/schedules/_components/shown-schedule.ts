import type { ScheduleView } from "#lib/schedules/schedule-view.ts";

/** As much of a schedule as the browser is sent. Times are ISO 8601. */
export interface ShownSchedule {
  id: string;
  name: string;
  description: string;
  status: ScheduleView["status"];
  nextRunAt: string | null;
  timeZone: string;
  brokenReason: string | null;
  createdByName: string | null;
  agentName: string | null;
  isMadeByModel: boolean;
  chatId: string | null;
  lastRun: { status: string; scheduledFor: string } | null;
  mayEdit: boolean;
  mayControl: boolean;
}

export function shownSchedule(view: ScheduleView): ShownSchedule {
  const {
    id,
    name,
    description,
    status,
    timeZone,
    brokenReason,
    createdByName,
    agentName,
    isMadeByModel,
    chatId,
    lastRun,
    mayEdit,
    mayControl,
  } = view;
  return {
    id,
    name,
    description,
    status,
    timeZone,
    brokenReason,
    createdByName,
    agentName,
    isMadeByModel,
    chatId,
    mayEdit,
    mayControl,
    nextRunAt: view.nextRunAt?.toISOString() ?? null,
    lastRun: lastRun && { status: lastRun.status, scheduledFor: lastRun.scheduledFor },
  };
}
