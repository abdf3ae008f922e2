import { invalidRequest } from "#lib/errors.ts";
import { parseScheduleId } from "#lib/ids.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { listSchedules } from "#lib/schedules/list-schedules.ts";
import { formatInZone } from "#lib/schedules/local-time.ts";
import { previewSchedule } from "#lib/schedules/preview-schedule.ts";
import { scheduleName } from "#lib/schedules/schedule-input.ts";
import type { ScheduleView } from "#lib/schedules/schedule-view.ts";
import { updateSchedule } from "#lib/schedules/update-schedule.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import type { ToolResult } from "#lib/tools/outcome.ts";
import type { SchedulerInput } from "./input.ts";

const LISTED = 20;

/** A draft, by the id of the call: the same call again finds it. The answer repeats every time with its zone, so that mistakes are seen. */
export async function create({ name, prompt = "", cron, runAt, timeZone }: SchedulerInput, context: ToolContext): Promise<ToolResult> {
  const timing = { cron: cron || null, runAt: runAt || null, timeZone: timeZone || null };
  const preview = previewSchedule(timing);
  if (preview.next.length === 0) throw invalidRequest([{ path: "cron", message: "only a person can have programs call a schedule" }]);
  const made = await createSchedule(
    context.tenant,
    { prompt: prompt.trim(), name: scheduleName.safeParse(name).data, ...timing, missed: "once", overlap: "skip" },
    { madeBy: { callId: context.callId, chatId: context.chatId } },
  );
  const times = preview.next.map((time) => formatInZone(new Date(time), made.timeZone));
  const lines = [
    `Made a draft: "${made.name}", ${made.description} (id ${made.id}). It does nothing until a person activates it on the Schedules page.`,
    `Next runs once active: ${times.join("; ")}.`,
    ...preview.warnings.map((warning) => `Note: ${warning}`),
  ];
  const { next, warnings } = preview;
  return { data: { ...itemOf(made), next, warnings }, text: lines.join("\n") };
}

export async function list(context: ToolContext): Promise<ToolResult> {
  const { items, total } = await listSchedules(context.tenant, { limit: LISTED });
  const truncated = total > items.length;
  const lines = items.map(
    (schedule) => `- ${schedule.name} (id ${schedule.id}): ${schedule.status}, ${schedule.description}${nextWords(schedule)}`,
  );
  const head =
    total === 0 ? "There are no schedules." : `${total} schedule${total === 1 ? "" : "s"}${truncated ? `, the ${LISTED} newest are` : ""}:`;
  return { data: { items: items.map(itemOf), total }, text: [head, ...lines].join("\n"), truncated };
}

export async function cancel({ id }: SchedulerInput, context: ToolContext): Promise<ToolResult> {
  const cancelled = await updateSchedule(context.tenant, { id: parseScheduleId(id), status: "cancelled" }, { callId: context.callId });
  return { data: itemOf(cancelled), text: `Cancelled "${cancelled.name}" (id ${cancelled.id}). What it was running is being stopped.` };
}

function itemOf({ id, name, status, description, nextRunAt, timeZone }: ScheduleView) {
  return { id, name, status, when: description, nextRunAt: nextRunAt?.toISOString() ?? null, timeZone };
}

function nextWords({ nextRunAt, timeZone }: ScheduleView): string {
  return nextRunAt ? `, next ${formatInZone(nextRunAt, timeZone)}` : "";
}
