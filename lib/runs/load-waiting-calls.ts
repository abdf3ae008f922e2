import type { Lease } from "./lease.ts";
import type { Write } from "./run-journal.ts";
import type { CallApproval, CallRow } from "./run-state.ts";
import { selectCallApproval } from "./select-call-approval.ts";

type WaitingCall = Pick<CallRow, "id" | "status" | "editedInput" | "ruleId"> & { approval: CallApproval | null };

/** How the calls of a run that no one has settled stand now. Part of a journal transaction. */
export function loadWaitingCalls({ tenantId, runId }: Lease): Write<WaitingCall[]> {
  return (sql) => sql<WaitingCall[]>`
    select c.id, c.status, c.edited_input as "editedInput", c.rule_id as "ruleId",
           ${selectCallApproval(sql)} as approval
      from tool_calls c
     where c.tenant_id = ${tenantId} and c.run_id = ${runId} and c.ended_at is null`;
}
