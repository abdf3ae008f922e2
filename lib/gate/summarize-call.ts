import { log } from "#lib/log.ts";
import type { RegisteredTool } from "./registered-tool.ts";

const MAX_ARGUMENT_CHARS = 200;

/**
 * One line for people of what a call would do, in its tool's words. A tool that breaks over them does not end the run: the line then has its name
 * and the beginning of the arguments, which the card shows whole.
 */
export function summarizeCall({ name, summarize }: RegisteredTool, input: unknown): string {
  try {
    return summarize(input);
  } catch (error) {
    log.error("call-not-summarized", { tool: name, error });
    const text = JSON.stringify(input);
    return `${name} with ${text.length > MAX_ARGUMENT_CHARS ? `${text.slice(0, MAX_ARGUMENT_CHARS).toWellFormed()}…` : text}`;
  }
}
