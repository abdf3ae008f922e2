import type { ToolContext } from "./define-tool.ts";
import { failureOf } from "./failure-of.ts";
import type { ToolResult } from "./outcome.ts";
import { whileWanted } from "./while-wanted.ts";

/**
 * The `run` of a tool that acts by verbs of ours, in our own database alone: what is not committed when the call is stopped is taken back
 * ({@link whileWanted}), and what a verb says no to is a failure that the model can act on ({@link failureOf}).
 */
export function byVerbs<Input>(perform: (call: Input, context: ToolContext) => Promise<ToolResult>) {
  return async (call: Input, context: ToolContext): Promise<ToolResult> => {
    context.signal.throwIfAborted();
    try {
      return await perform(call, { ...context, tenant: whileWanted(context) });
    } catch (error) {
      throw failureOf(error);
    }
  };
}
