import type { ApprovalId, ChatId, RunId, ToolCallId, UserId } from "#lib/ids.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";

/** What people agreed to, who they are (only those who could agree still), and what the rule asked for at the time. */
export interface GivenApproval {
  id: ApprovalId;
  status: "approved";
  digest: string;
  policyVersion: number;
  /** The files that the call runs, as they stood when it was asked about; null: none. */
  files: readonly BoundFile[] | null;
  requirement: Requirement;
  votes: readonly { userId: UserId; decision: "approve" | "deny" }[];
}

/** A proposed call whose turn has come: allowed by a rule, or approved by people. */
export interface CallToExecute {
  id: ToolCallId;
  runId: RunId;
  chatId: ChatId;
  name: string;
  /** What was asked for, or what an approver made of it. */
  rawArguments: string;
  cutReason?: string;
  /** The decision that it waited for; null when no rule asked. */
  approval: GivenApproval | null;
}
