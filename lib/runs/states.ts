import type { RefusalKind } from "#lib/tools/outcome.ts";

/** A run's life: `queued → running → succeeded | failed | cancelled`, `running ⇄ awaiting-approval`. */
export const RUN_STATUSES = ["queued", "running", "awaiting-approval", "succeeded", "failed", "cancelled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const STOP_REASONS = [
  "final_message",
  "max_iterations",
  "max_tool_calls",
  "token_budget",
  "timeout",
  "no_progress",
  "truncated",
  "cancelled",
  "model_error",
  "interrupted",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Tokens summed over the run's model steps. `estimated` when the provider reported none for some step. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  estimated?: boolean;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

/**
 * A call's life: `proposed → refused | awaiting-approval | executing`; `awaiting-approval → approved | denied | expired | cancelled`;
 * `approved → executing | refused`; `executing → succeeded | failed | cancelled | unknown`. `unknown`: it may have acted.
 */
export const TOOL_CALL_STATUSES = [
  "proposed",
  "refused",
  "awaiting-approval",
  "approved",
  "executing",
  "succeeded",
  "failed",
  "denied",
  "expired",
  "cancelled",
  "unknown",
] as const;
export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number];

/** Statuses that a call never leaves. */
export const FINAL_CALL_STATUSES = ["refused", "succeeded", "failed", "denied", "expired", "cancelled", "unknown"] as const;
export type FinalCallStatus = (typeof FINAL_CALL_STATUSES)[number];

export type ToolCallKind = RefusalKind;
