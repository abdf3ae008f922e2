import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { UIMessageChunk } from "ai";
import type { RunAgent } from "#lib/agent-profiles/select-agent.ts";
import type { EntryPoint, Role } from "#lib/context.ts";
import type { Grant } from "#lib/grants/grant.ts";
import type { ApprovalId, ChatId, MessageId, RunId, ScheduleId, ToolCallId, UserId } from "#lib/ids.ts";
import type { Allowance } from "#lib/limits/allowance.ts";
import type { ServerTool } from "#lib/mcp-servers/server-tool.ts";
import type { SetUp } from "#lib/organizations/select-set-up.ts";
import type { BrokenPolicy } from "#lib/policies/load-policy.ts";
import type { Policy, Requirement } from "#lib/policies/policy.ts";
import type { Cost } from "#lib/prices/cost.ts";
import type { Summary } from "#lib/summaries/select-summary.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ReadFrom } from "#lib/tools/read-from.ts";
import type { RunStatus, ToolCallStatus, Usage } from "./states.ts";

export interface RunRow {
  id: RunId;
  chatId: ChatId;
  userMessageId: MessageId;
  assistantMessageId: MessageId;
  trigger: EntryPoint;
  userId: UserId;
  scheduleId: ScheduleId | null;
  step: number;
  iterations: number;
  usage: Usage;
  cost: Cost;
  status: RunStatus;
  epoch: number;
  /** The process that drives it; null when none does. */
  leaseOwner: string | null;
  interruptions: number;
  /** How long earlier drivers were at it. */
  activeMs: number;
  createdAt: Date;
  isCancelRequested: boolean;
  /** Of a schedule, to see what it would do: the gate executes reads alone. */
  isDryRun: boolean;
  /** Null when the person is no longer a member. */
  role: Role | null;
}

export interface StepRow {
  runId: RunId;
  step: number;
  message: LanguageModelV4Message;
}

/** A call as its row stands. `modelText` is set once it is settled. */
export interface CallRow {
  id: ToolCallId;
  runId: RunId;
  toolCallId: string;
  step: number;
  position: number;
  tool: string;
  effect: Effect | null;
  input: unknown;
  editedInput: unknown;
  status: ToolCallStatus;
  ruleId: string | null;
  modelText: string | null;
  /** Its share of the tokens of the step that asked for it, and of what they cost. */
  tokens: number;
  microUsd: number;
  createdAt: Date;
  startedAt: Date | null;
  approval: CallApproval | null;
}

export interface CallApproval {
  id: ApprovalId;
  status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "superseded";
  digest: string;
  policyVersion: number;
  /** The files that the call runs, as they stood when it was asked about; null: none. */
  files: readonly BoundFile[] | null;
  reason: string | null;
  decidedBy: UserId | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  /** What the rule asked for when it was raised, and who has said what. */
  requirement: Requirement;
  votes: { userId: UserId; decision: "approve" | "deny" }[];
}

export interface HistoryMessage {
  id: MessageId;
  role: "user" | "assistant";
  runId: RunId | null;
  authorId: UserId | null;
  authorName: string | null;
  /** An answer that a dry run wrote. */
  isDryRun: boolean;
  parts: { type: string; text?: string }[];
  /** Where it stands in the chat: the `seq` of the person's message that it is, or answers. */
  place: number;
}

/** Everything that a driver needs to go on with a run, whoever drove it before: the stored conversation is the only memory. */
export interface RunState {
  run: RunRow;
  policy: Policy | BrokenPolicy;
  /** Null: the default agent answers. */
  agent: RunAgent | null;
  grants: readonly Grant[];
  serverTools: readonly ServerTool[];
  /** What the organization has of that which tools need. */
  setUp: readonly SetUp[];
  allowance: Allowance;
  /** What the skills that were switched on when the run was loaded tell the model. */
  skills: string;
  /** What was said before `history`, in short; null while all of it is there. */
  summary: Summary | null;
  /** Whose text from outside the model may have read, in this run or before it in its chat. Grows with each call that is recorded. */
  readFrom: ReadFrom;
  /** The chat so far, oldest first, the message that the run answers last. */
  history: HistoryMessage[];
  /** Steps and calls of this run and of those in `history`. */
  steps: StepRow[];
  calls: CallRow[];
  /** What was streamed before, when another driver began. */
  chunks: UIMessageChunk[];
  /** The place of the last of them in the log; 0 when there are none. */
  lastSeq: number;
}
