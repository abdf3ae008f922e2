import { z } from "zod";

/** What a model may ask of the tool. */
export const schedulerInput = z.strictObject({
  action: z.enum(["create", "list", "cancel"]),
  name: z.string().max(120).optional().describe("For create: what people call it. Taken from the prompt when left out."),
  prompt: z
    .string()
    .max(20_000)
    .optional()
    .describe("For create: the message that the agent answers at each run. It must stand by itself."),
  cron: z
    .string()
    .max(200)
    .optional()
    .describe(
      'For create, when it repeats: five fields (minute hour day-of-month month day-of-week), such as "0 9 * * 1-5". Not with runAt.',
    ),
  runAt: z
    .string()
    .max(64)
    .optional()
    .describe(
      "For create, when it runs once: ISO 8601 with an offset, such as 2027-07-01T09:00:00+02:00, or a local time of timeZone. Not with cron.",
    ),
  timeZone: z
    .string()
    .max(64)
    .optional()
    .describe("For create: IANA name such as Europe/Madrid, in which cron and a local runAt are read. UTC when left out."),
  id: z.string().max(64).optional().describe("For cancel: the id of the schedule, a UUID."),
});
export type SchedulerInput = z.output<typeof schedulerInput>;
