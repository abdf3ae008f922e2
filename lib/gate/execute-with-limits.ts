import type { Tool, ToolContext } from "#lib/tools/define-tool.ts";
import { mintGrant } from "#lib/tools/grant.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";
import type { Permitted } from "./evaluation.ts";
import { DEFAULT_TIMEOUT_MS } from "./tool-manifest.ts";

/** What became of work under a time limit, and how long it took. */
export type Timed<T> = { result: T; durationMs: number } | { error: unknown; durationMs: number; isCancelled?: boolean };
export type Execution = Timed<ToolResult>;

/** How long a handler that was told to stop may take before the answer is given without it. */
const GRACE_MS = 800;

/**
 * Runs the handler under its time limit, which starts now: waiting for a person is not tool time. A retryable failure is tried once more
 * within what is left of it, only when the tool says that a second run changes nothing.
 */
export function executeWithLimits(permitted: Permitted, context: ToolContext, prepared: unknown): Promise<Execution> {
  const { definition, input } = permitted;
  return withinLimits(definition, context, async (limited) => {
    try {
      return await definition.execute(input, limited, prepared, mintGrant());
    } catch (error) {
      if (limited.signal.aborted || !mayRepeat(permitted, error)) throw error;
      return definition.execute(input, limited, prepared, mintGrant());
    }
  });
}

/** The tool's last look at the world, which must not hold the run either: the same limit, and Stop ends it. */
export async function prepareWithLimits({ definition, input }: Permitted, context: ToolContext): Promise<Timed<unknown>> {
  const { prepare } = definition;
  return prepare ? withinLimits(definition, context, (limited) => prepare(input, limited)) : { result: undefined, durationMs: 0 };
}

async function withinLimits<T>(definition: Tool, context: ToolContext, work: (limited: ToolContext) => Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now();
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
    const result = await orAbandon(work({ ...context, signal: limit.signal }), limit.signal);
    return { result, durationMs: elapsed() };
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
