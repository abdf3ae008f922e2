import type { Role } from "#lib/context.ts";
import type { MissedPolicy, OverlapPolicy } from "./states.ts";

/** What a schedule was at the moment in which a run of it was made. Edits come later; a run's page shows this. */
export interface ScheduleConfiguration {
  name: string;
  prompt: string;
  /** Of these three one is set. `runAt` is ISO 8601. */
  cron: string | null;
  runAt: string | null;
  everyMs: number | null;
  timeZone: string;
  missed: MissedPolicy;
  overlap: OverlapPolicy;
  version: number;
  /** In whose name it ran, and with which role. */
  createdByName: string | null;
  role: Role;
}
