import type { ToolCallKind } from "#lib/runs/states.ts";

/** Why a call did not run, in words. Silence is never called a "no". */
export const KIND_WORDS: Record<ToolCallKind, string> = {
  invalid_call: "Not understandable",
  gate_denied: "Blocked",
  quota_exceeded: "Over a limit",
  approval_denied: "A person said no",
  approval_expired: "Nobody answered",
  approval_unavailable: "Nobody could be asked",
  run_cancelled: "Stopped",
  dry_run: "Not made: a dry run",
};
