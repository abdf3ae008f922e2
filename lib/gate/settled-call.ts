import { log } from "#lib/log.ts";
import type { CallEnd } from "#lib/runs/record-call-end.ts";
import { storableJson, storableText } from "#lib/storable.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { ToolFailure, type ToolOutcome, type ToolResult } from "#lib/tools/outcome.ts";
import type { Permitted, Refused } from "./evaluation.ts";
import type { Execution } from "./execute-with-limits.ts";
import { contentWords, errorWords, refusalWords } from "./words.ts";

/** The end of a call: what is recorded, and what the model reads. */
export interface SettledCall extends CallEnd {
  tool: string;
  effect: Effect | null;
}

/** More than any tool gives by itself; a tool that forgets its limit does not fill the model's window. */
const MAX_MODEL_CHARS = 120_000;

export function settleRefused(refused: Refused): SettledCall {
  const { tool, effect, kind, code, ruleId } = refused;
  const reason = storableText(refused.reason);
  return {
    tool,
    effect,
    status: "refused",
    kind,
    ruleId,
    reason,
    outcome: notExecuted(code, reason),
    modelText: refusalWords(kind, reason),
  };
}

/** Stopped before it began. */
export function settleCancelled(tool: string, permitted?: Permitted): SettledCall {
  const reason = "The run was stopped before this call began. Nothing was done.";
  return {
    tool,
    effect: permitted?.effect ?? null,
    status: "cancelled",
    kind: "run_cancelled",
    ruleId: permitted?.ruleId ?? null,
    reason,
    outcome: notExecuted("run_cancelled", reason),
    modelText: refusalWords("run_cancelled", reason),
  };
}

/** A person said no, or nobody answered in time. Silence is not a denial, and the model reads which it was. */
export function settleUndecided(tool: string, effect: Effect, ruleId: string, status: "denied" | "expired", reason: string): SettledCall {
  const kind = status === "denied" ? "approval_denied" : "approval_expired";
  return { tool, effect, status, kind, ruleId, reason, outcome: notExecuted(kind, reason), modelText: refusalWords(kind, reason) };
}

/** Its driver died while it ran: it may have acted. Never repeated by itself. */
export function settleUnknown(tool: string, effect: Effect | null, ruleId: string | null): SettledCall {
  const message =
    "The process that ran this call ended before it could record the result. It may or may not have taken effect; check before you try again.";
  const outcome: ToolOutcome = {
    ok: false,
    executed: true,
    data: null,
    errorCode: "unknown",
    message,
    retryable: false,
    truncated: false,
    durationMs: 0,
  };
  return { tool, effect, status: "unknown", kind: null, ruleId, reason: message, outcome, modelText: errorWords(outcome) };
}

/** The handler was started: it succeeded, failed, or was stopped on the way. */
export function settleExecuted({ tool, effect, ruleId, reason }: Permitted, execution: Execution): SettledCall {
  const settled = { tool, effect, kind: null, ruleId, reason };
  if ("result" in execution) {
    const text = capped(execution.result.text);
    return {
      ...settled,
      status: "succeeded",
      outcome: succeeded(execution.result, execution.durationMs, text !== execution.result.text),
      modelText: contentWords(storableText(text)),
      readFrom: execution.result.readFrom,
    };
  }
  const outcome = failed(tool, execution);
  if (execution.isCancelled) return { ...settled, status: "cancelled", outcome, modelText: errorWords(outcome) };
  const readFrom = execution.error instanceof ToolFailure ? execution.error.readFrom : undefined;
  return { ...settled, status: "failed", outcome, modelText: errorWords(outcome), readFrom };
}

function succeeded(result: ToolResult, durationMs: number, wasCapped: boolean): ToolOutcome {
  const { truncated = false, cursor } = result;
  return {
    ok: true,
    executed: true,
    data: storableJson(result.data),
    errorCode: null,
    message: null,
    retryable: false,
    truncated: truncated || wasCapped,
    ...(cursor !== undefined && { cursor }),
    durationMs,
  };
}

function failed(tool: string, { error, durationMs, isCancelled }: Extract<Execution, { error: unknown }>): ToolOutcome {
  const outcome = { ok: false, executed: true, data: null, retryable: false, truncated: false, durationMs };
  if (isCancelled) return { ...outcome, errorCode: "cancelled", message: "The run was stopped while this call ran." };
  if (error instanceof ToolFailure) {
    return {
      ...outcome,
      data: storableJson(error.data),
      errorCode: error.code,
      message: storableText(error.message),
      retryable: error.retryable,
    };
  }
  log.error("tool-threw", { tool, error });
  return { ...outcome, errorCode: "tool_failed", message: `${tool} failed unexpectedly. The server's log has the details.` };
}

function notExecuted(code: string, message: string): ToolOutcome {
  return { ok: false, executed: false, data: null, errorCode: code, message, retryable: false, truncated: false, durationMs: 0 };
}

function capped(text: string): string {
  if (text.length <= MAX_MODEL_CHARS) return text;
  return `${text.slice(0, MAX_MODEL_CHARS).toWellFormed()}\n[cut: ${text.length - MAX_MODEL_CHARS} more characters]`;
}
