import type { LanguageModelV4Prompt, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { StepTool, StepUsage } from "./step-types.ts";

/** English has about four characters a token; other text has fewer. */
const CHARS_PER_TOKEN = 4;

/** More than any model takes; a larger count is a mistake, and would drown every other in the sums. */
const MAX_TOKENS = 1_000_000_000;

/** What the provider counted; where it counted nothing, an estimate that says so. `outputChars`: text, reasoning and arguments. */
export function usageOf(
  reported: LanguageModelV4Usage | undefined,
  prompt: LanguageModelV4Prompt,
  tools: readonly StepTool[],
  outputChars: number,
): StepUsage {
  const input = tokensIn(reported?.inputTokens.total);
  const output = tokensIn(reported?.outputTokens.total);
  // A prompt of no tokens does not exist: a provider that says 0 did not count.
  const estimated = !input || output === undefined;
  const inputTokens = input || estimateInputTokens(prompt, tools);
  const outputTokens = estimated && !output ? Math.ceil(outputChars / CHARS_PER_TOKEN) : (output ?? 0);
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, estimated };
}

/** A count that can be one: a server's -1 for "not counted", or half a token, is none. */
function tokensIn(count: number | undefined): number | undefined {
  return Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) <= MAX_TOKENS ? count : undefined;
}

/** Tokens of what was sent, by its characters. Reads lengths only, so that it is cheap on a long history. */
export function estimateInputTokens(prompt: LanguageModelV4Prompt, tools: readonly StepTool[]): number {
  let chars = tools.length > 0 ? JSON.stringify(tools).length : 0;
  for (const message of prompt) {
    if (message.role === "system") chars += message.content.length;
    else for (const part of message.content) chars += charsOf(part);
  }
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

function charsOf(part: Exclude<LanguageModelV4Prompt[number], { role: "system" }>["content"][number]): number {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text.length;
    case "tool-call":
      return part.toolName.length + (JSON.stringify(part.input)?.length ?? 0);
    case "tool-result":
      return part.output.type === "text" || part.output.type === "error-text"
        ? part.output.value.length
        : JSON.stringify(part.output).length;
    default:
      return 0;
  }
}
