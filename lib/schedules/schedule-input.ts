import { z } from "zod";
import { oneLineTitle } from "#lib/chats/chat-title.ts";
import { parseAgentId } from "#lib/ids.ts";
import { idFilter } from "#lib/paging/id-filter.ts";
import { MISSED_POLICIES, OVERLAP_POLICIES, SCHEDULE_STATUSES } from "./states.ts";

/** Also of one that a model gives. */
export const scheduleName = oneLineTitle(z.string().trim().min(1, "A name is needed.").max(120, "120 characters at most."));
const prompt = z.string().trim().min(1, "Say what the agent is to do.").max(20_000, "20,000 characters at most.");

/** Read in words by `readTiming`; here only the sizes. */
const timing = {
  cron: z.string().max(1_000).nullish(),
  runAt: z.string().max(100).nullish(),
  everyMs: z.number().nullish(),
  timeZone: z.string().max(200).nullish(),
};

const policies = { missed: z.enum(MISSED_POLICIES), overlap: z.enum(OVERLAP_POLICIES) };

/** The body that makes a schedule. Without a name it is called after its prompt. */
export const newScheduleBody = z.strictObject({
  name: scheduleName.optional(),
  prompt,
  ...timing,
  missed: policies.missed.default("once"),
  overlap: policies.overlap.default("skip"),
  /** Who does it; not given: the default agent. */
  agentId: idFilter(parseAgentId),
});
export type NewSchedule = z.output<typeof newScheduleBody>;

/** The body that changes one: what is given is changed. A new form of timing takes the place of the one before. */
export const scheduleChangeBody = z
  .strictObject({
    status: z.enum(SCHEDULE_STATUSES).optional(),
    name: scheduleName.optional(),
    prompt: prompt.optional(),
    ...timing,
    missed: policies.missed.optional(),
    overlap: policies.overlap.optional(),
    /** Why: it stands in the schedule's history. */
    reason: z.string().trim().max(500, "A reason has 500 characters at most.").optional(),
  })
  .refine(
    ({ reason: _, ...change }) => Object.keys(change).length > 0,
    "Say what to change: status, name, prompt, cron, runAt, everyMs, timeZone, missed or overlap.",
  );
export type ScheduleChange = Omit<z.output<typeof scheduleChangeBody>, "reason">;

/** The body of a preview: that of a schedule, of which only the timing counts. */
export const previewBody = z.strictObject({
  name: z.string().max(1_000).optional(),
  prompt: z.string().max(100_000).optional(),
  ...timing,
  missed: policies.missed.optional(),
  overlap: policies.overlap.optional(),
  agentId: z.string().max(100).optional(),
});
