import { mapOpenAICompatibleFinishReason } from "@ai-sdk/openai-compatible/internal";
import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";

/** What Mistral, Anthropic, Google, Cohere and their gateways call an answer that was cut at its limit. */
const SAYS_CUT = /^(max_(output_|new_|completion_)?tokens|max_length|model_length|token_limit|model_context_window_exceeded)$/i;
/** And one that a filter ended: Google's come behind a prefix, as in `content_filter: RECITATION`. */
const SAYS_FILTERED =
  /^(content_?filter(ed)?\b.*|safety|sensitive|recitation|blocklist|prohibited_content|spii|guardrail_intervened|error_toxic)$/i;
/** And one that vLLM, OpenRouter, DeepSeek, Zhipu, Cohere or Google broke off, or whose call its model did not bring to an end. */
const SAYS_FAILED =
  /^(error|error_limit|failed|abort(ed)?|cancell?ed|timeout|network_error|insufficient_system_resource|(.*\b)?malformed_function_call)$/i;

/** What a finish reason of chat completions means. One that nobody knows is the end of a whole answer. */
export function meaningOf(raw: string, { hasRefusal }: { hasRefusal: boolean }): LanguageModelV4FinishReason["unified"] {
  if (SAYS_CUT.test(raw)) return "length";
  if (SAYS_FILTERED.test(raw)) return "content-filter";
  return saysFailed(raw) ? "error" : mapOpenAICompatibleFinishReason(raw, { hasRefusal });
}

/** Whether a server says by its reason that it broke the answer off. */
export function saysFailed(raw: string): boolean {
  return SAYS_FAILED.test(raw);
}
