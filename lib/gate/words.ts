import type { RefusalKind, ToolOutcome } from "#lib/tools/outcome.ts";

/** People never read this: it tells a model what to do, not what happened. */
const AFTER_A_DRY_CALL = "Go on with what would follow, and say what would have been done.";

/** What the model reads instead of a result when a call did not run. */
export function refusalWords(kind: RefusalKind, reason: string): string {
  const words = `REFUSED [${kind}]: ${reason}`;
  return kind === "dry_run" ? `${words} ${AFTER_A_DRY_CALL}` : words;
}

/** Why a call was refused for want of quota, out of what the model reads of it; null for every other text. */
export function quotaReason(modelText: string | null): string | null {
  const beginning = refusalWords("quota_exceeded", "");
  return modelText?.startsWith(beginning) ? modelText.slice(beginning.length) : null;
}

/** How words of ours on what became of a call begin. */
const OURS = /^\s*(?:(?:REFUSED|ERROR) \[|AWAITING APPROVAL:)/;

/**
 * What the model reads of a call that succeeded: its content. What stands in a file, a title or an answer from outside and begins like words of ours
 * gets a line before it, so that nobody takes it for them.
 */
export function contentWords(text: string): string {
  return OURS.test(text) ? `The tool answered:\n${text}` : text;
}

/** What a caller outside the loop reads while a person has not decided. */
export function awaitingWords(reason: string): string {
  return `AWAITING APPROVAL: ${reason}`;
}

/** What the model reads when a call ran and failed, or may have acted. */
export function errorWords(outcome: Pick<ToolOutcome, "errorCode" | "message">): string {
  return `ERROR [${outcome.errorCode ?? "tool_failed"}]: ${outcome.message ?? "The tool failed."}`;
}
