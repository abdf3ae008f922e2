import type { ToolContext } from "#lib/tools/define-tool.ts";
import { mintGrant } from "#lib/tools/grant.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";
import type { Permitted } from "./evaluate-call.ts";

export type Execution = { result: ToolResult; durationMs: number } | { error: unknown; durationMs: number; isCancelled?: boolean };

export const DEFAULT_TIMEOUT_MS = 8_000;
/** How long a handler that was told to stop may take before the answer is given without it. */
const GRACE_MS = 800;

/**
 * Runs the handler under its time limit, which starts now: waiting for a person is not tool time. A retryable failure is tried once more,
 * only when the tool says that a second run changes nothing.
 */
export async function executeWithLimits(permitted: Permitted, context: ToolContext, prepared: unknown): Promise<Execution> {
  const startedAt = performance.now();
  const first = await once(permitted, context, prepared, startedAt);
  if (!("error" in first) || first.isCancelled || !mayRepeat(permitted, first.error)) return first;
  return once(permitted, context, prepared, startedAt);
}

async function once(permitted: Permitted, context: ToolContext, prepared: unknown, startedAt: number): Promise<Execution> {
  const { definition, input } = permitted;
  const timeoutMs = definition.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const limit = new AbortController();
  const stop = (): void => limit.abort(context.signal.reason);
  context.signal.addEventListener("abort", stop, { once: true });
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    limit.abort(new Error("time limit"));
  }, timeoutMs);
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  try {
    const work = definition.execute(input, { ...context, signal: limit.signal }, prepared, mintGrant());
    return { result: await orAbandon(work, limit.signal), durationMs: elapsed() };
  } catch (error) {
    if (context.signal.aborted) return { error, durationMs: elapsed(), isCancelled: true };
    if (isTimedOut && !(error instanceof ToolFailure)) return { error: timedOut(definition.name, timeoutMs, error), durationMs: elapsed() };
    return { error, durationMs: elapsed() };
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", stop);
  }
}

/** The work, or its abandonment shortly after the signal: a handler that does not listen must not hold the run. */
function orAbandon<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const abandon = (): void => {
      timer = setTimeout(() => reject(signal.reason), GRACE_MS);
    };
    signal.addEventListener("abort", abandon, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
    });
  });
}

function timedOut(tool: string, timeoutMs: number, cause: unknown): ToolFailure {
  return new ToolFailure("tool_timeout", `${tool} did not finish within ${timeoutMs / 1000} s and was stopped.`, {
    retryable: true,
    cause,
  });
}

function mayRepeat({ definition, input }: Permitted, error: unknown): boolean {
  if (!(error instanceof ToolFailure) || !error.retryable || error.code === "tool_timeout") return false;
  return typeof definition.idempotent === "function" ? definition.idempotent(input) : definition.idempotent === true;
}
