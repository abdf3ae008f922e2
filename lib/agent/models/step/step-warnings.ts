import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ModelChoice } from "../model-choice.ts";
import type { StepWarning } from "./step-types.ts";

type ProviderWarning = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"][number];

/** Below this, templates and the server's cache explain a difference. */
const LEAST_TOKENS = 1_000;

/** The provider's warnings in words, and ours when the server read far less than it was sent (no text has eight characters a token). */
export function stepWarnings(
  model: ModelChoice,
  provider: readonly ProviderWarning[],
  reported: LanguageModelV4Usage | undefined,
  sentTokens: number,
): StepWarning[] {
  const warnings = provider.map(warningOf);
  const read = reported?.inputTokens.total;
  if (model.provider === "ollama" && read && sentTokens > LEAST_TOKENS && read < sentTokens / 2) {
    const message = `The model read ${read} tokens of about ${sentTokens}: the front of this chat was cut, which may include its instructions and tools. Shorten the chat, or raise the model's window.`;
    warnings.push({ code: "input_truncated", message });
  }
  return warnings;
}

function warningOf(warning: ProviderWarning): StepWarning {
  const isOfTemperature = warning.type === "unsupported" && warning.feature === "temperature";
  if (!isOfTemperature) return { code: "provider", message: wordsOf(warning) };
  return { code: "temperature_ignored", message: "This model takes no temperature, so the one that its agent has does nothing." };
}

function wordsOf(warning: ProviderWarning): string {
  switch (warning.type) {
    case "unsupported":
    case "compatibility":
      return `The model does not support ${warning.feature}${warning.details ? `: ${warning.details}` : "."}`;
    case "deprecated":
    case "other":
      return warning.message;
  }
}
