import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";

export type ModelProvider = "openai" | "openai-compatible" | "ollama" | "demo" | "relay";

/** A model that is ready to be asked. Holds no state of any conversation, so runs may share it. */
export interface ModelChoice {
  /** As `MODEL` would name it: `openai:<id>`, `openai-compatible:<id>`, `ollama:<id>`, or `demo`. */
  id: string;
  /** For people: which model answers, and where it runs. */
  label: string;
  provider: ModelProvider;
  isDemo: boolean;
  languageModel: LanguageModelV4;
  providerOptions: SharedV4ProviderOptions;
  /** The window that the model was given, in tokens; null when its server decides and does not say. */
  contextTokens: number | null;
  /** Its server did not answer when it was asked for the model's window, which may be smaller than `contextTokens`. */
  isWindowGuessed?: boolean;
}

/** The configured model cannot be used; the message says which variable, what is wrong and what to write instead. */
export class ModelConfigurationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelConfigurationError";
  }
}
