import type {
  LanguageModelV4FinishReason,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import type { UIMessageChunk } from "ai";

export type AssistantMessage = Extract<LanguageModelV4Message, { role: "assistant" }>;

/** A tool as the model is told of it; nothing that could execute it gets here. */
export type StepTool = Pick<LanguageModelV4FunctionTool, "name" | "inputSchema"> & { description: string };

export interface RetryNotice {
  /** Of the attempt that comes, counted from 2. */
  attempt: number;
  waitMs: number;
  /** One sentence for a person. */
  reason: string;
}

export interface StepInput {
  system: string;
  /** History and the new message, exactly as earlier steps returned them. */
  messages: LanguageModelV4Prompt;
  tools: readonly StepTool[];
  /** Ends the step with StepAborted. */
  signal: AbortSignal;
  maxOutputTokens?: number;
  /** 0 to 2; null: the model's own. One that takes none goes without. */
  temperature?: number | null;
  /**
   * Gives a call our own id, used in every chunk and in the stored message. Called once for each call, in order; the provider's id may be
   * empty and may have been used before.
   */
  newToolCallId: (providerCallId: string) => string;
  /** The provider was not ready and is asked again after `waitMs`; nothing has been said yet. */
  onRetry?: (notice: RetryNotice) => void;
}

/** Gets UI message chunks in order, those that arrived together as one list. A throw ends the step with that error. */
export type StepListener = (chunks: UIMessageChunk[]) => void;

export interface StepCall {
  /** Our id, in the chunks and in the stored message. */
  toolCallId: string;
  providerCallId: string;
  /** As the model wrote it. The stored message has it in a form that every provider takes back. */
  name: string;
  /** The argument text, readable or not; the gate parses it. */
  rawArguments: string;
  /** False: refuse it. The answer was cut, so the arguments may be half of what the model meant. */
  isDispatchable: boolean;
  /** The provider says that it ran this itself; we offer no such tools, so it is to be refused. */
  isProviderExecuted: boolean;
}

export interface StepUsage {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  /** The provider reported nothing; these are a quarter of the characters. */
  estimated: boolean;
}

export interface StepWarning {
  /**
   * For people: `input_truncated`, the server dropped the front of the prompt; `temperature_ignored`, the model takes none. `provider`: what else its provider
   * remarks.
   */
  code: "input_truncated" | "temperature_ignored" | "provider";
  message: string;
}

export interface StepResult {
  finishReason: LanguageModelV4FinishReason;
  text: string;
  calls: StepCall[];
  /** To be stored as it is and sent again; null when the model returned nothing. Every call's input in it is an object. */
  assistantMessage: AssistantMessage | null;
  usage: StepUsage;
  warnings: StepWarning[];
  /** The answer ended at the output limit or was filtered; its calls are not dispatchable. */
  cut: boolean;
  /** Neither text nor calls. */
  empty: boolean;
}

/** What was there when a step failed or was stopped. Its calls never run; the chunks of them were closed. */
export interface PartialStep {
  /** Neither words, thoughts nor calls had come. */
  isEmpty: boolean;
  text: string;
  /** The text alone, ready to be stored; null when there was none. */
  assistantMessage: AssistantMessage | null;
  /** Always an estimate: an answer that broke off reports no usage. */
  usage: StepUsage;
}
