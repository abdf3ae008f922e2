import type { EntryPoint, Role } from "#lib/context.ts";
import type { TenantId, UserId } from "#lib/ids.ts";
import type { Rights } from "#lib/runs/rights.ts";
import type { Outside } from "#lib/tools/read-from.ts";

/** On whose behalf, under which rules. All of it comes from the database. What the agent may do can only narrow what the rules say. */
export interface Authority extends Pick<Rights, "policy" | "agent" | "grants" | "serverTools" | "setUp"> {
  tenantId: TenantId;
  userId: UserId;
  role: Role;
  entryPoint: EntryPoint;
  /** From where outside the run has read, as its recorded calls say; the model has no say in it. */
  afterReading: readonly Outside[];
  /** Of the run: what only reads is executed, and nothing waits for people. */
  isDryRun: boolean;
}
