import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelChoice } from "../model-choice.ts";
import { withOllamaSettings } from "../ollama.ts";
import { saysFailed } from "../wire/finish-reason.ts";
import { ChunkBatch } from "./chunk-batch.ts";
import { connectionCut, describeFailure, type Failure } from "./describe-failure.ts";
import { StepAssembler } from "./step-assembler.ts";
import { StepAborted, StepError } from "./step-errors.ts";
import type { PartialStep, StepInput, StepListener, StepResult } from "./step-types.ts";
import { stepWarnings } from "./step-warnings.ts";
import { estimateInputTokens, usageOf } from "./usage.ts";

const MAX_ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
/** Longer than this nobody should sit before a page that does nothing; the reason is more use to them. */
const MAX_WAIT_MS = 30_000;

/** The raw finish reason of an answer that was stopped because it had no end. */
export const WITHOUT_END = "without_end";

/**
 * One step of a model: asks once, streams what it says to the listener as UI message chunks, and returns the message to store and the
 * calls to put before the gate. Executes nothing.
 *
 * Asked again, at most twice, when the server was busy, failing or unreachable (408, 409, 429, 5xx, network) and had said nothing yet;
 * a Retry-After of up to 30 s is kept (0 is no reason to hammer). Never after the first chunk.
 *
 * An answer of more than a million characters, 8 Mi characters of arguments or a thousand calls is stopped there, and counts as cut.
 *
 * @throws StepError with what had been said; also for an error inside a stream that began well, and for one that ends without a finish.
 * @throws StepAborted with what had been said, when `input.signal` was aborted.
 */
export async function streamStep(model: ModelChoice, input: StepInput, on: StepListener): Promise<StepResult> {
  const prompt: LanguageModelV4Prompt = input.system ? [{ role: "system", content: input.system }, ...input.messages] : input.messages;
  const options = callOptions(model, input, prompt);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryStep(model, options, input, on);
    if (outcome.kind === "finished") return resultOf(model, input, prompt, outcome.assembler);
    if (outcome.kind === "aborted") throw new StepAborted(partialOf(input, prompt, outcome.assembler), input.signal.reason);
    const { failure, assembler, hasSpoken } = outcome;
    const waitMs = failure.retryAfterMs || FIRST_WAIT_MS * 3 ** (attempt - 1);
    if (hasSpoken || !failure.isRetryable || attempt === MAX_ATTEMPTS || waitMs > MAX_WAIT_MS) {
      throw new StepError(failure.code, withWait(failure), partialOf(input, prompt, assembler), attempt);
    }
    input.onRetry?.({ attempt: attempt + 1, waitMs, reason: failure.message });
    await delay(waitMs, undefined, { signal: input.signal }).catch(() => {
      throw new StepAborted(partialOf(input, prompt, assembler), input.signal.reason);
    });
  }
}

/** Of a model that is none: nobody was asked for anything. */
const NOTHING_USED = { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false };

type Outcome =
  | { kind: "finished"; assembler: StepAssembler }
  | { kind: "aborted"; assembler: StepAssembler }
  | { kind: "failed"; assembler: StepAssembler; failure: Failure; hasSpoken: boolean };

async function tryStep(model: ModelChoice, options: LanguageModelV4CallOptions, input: StepInput, on: StepListener): Promise<Outcome> {
  const { signal } = input;
  let stopReading = () => {};
  const batch = new ChunkBatch(on, () => stopReading());
  const assembler = new StepAssembler((chunk) => batch.push(chunk), input.newToolCallId);
  const onAbort = () => stopReading();
  let failure: Failure | undefined;
  try {
    signal.throwIfAborted();
    const { stream } = await model.languageModel.doStream(options);
    const reader = stream.getReader();
    // Ends a pending read at once, whatever the provider makes of the signal.
    stopReading = () => void reader.cancel(signal.reason).catch(() => {});
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) stopReading();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      assembler.add(next.value);
      if (!assembler.error && !assembler.isFull) continue;
      stopReading();
      break;
    }
    failure = assembler.error ? describeFailure(assembler.error.value) : unfinished(model, assembler);
  } catch (error) {
    failure = describeFailure(error);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
  const hasSpoken = batch.isUsed;
  if (signal.aborted) assembler.breakOff("The answer was stopped before this call ran.");
  // An empty line, held back because a tag could have followed, is not said for an attempt after which it is said again.
  else if (failure && hasSpoken) assembler.breakOff("The model's answer broke off, so this call did not run.");
  else if (!failure) assembler.end();
  batch.flush();
  if (signal.aborted) return { kind: "aborted", assembler };
  return failure ? { kind: "failed", assembler, failure, hasSpoken } : { kind: "finished", assembler };
}

/** Why an answer that ended quietly is not a whole one. */
function unfinished(model: ModelChoice, { finish, isFull }: StepAssembler): Failure | undefined {
  if (isFull) return undefined;
  if (!finish || finish.finishReason.unified === "interrupted") return connectionCut();
  // Ollama's provider reports a finish also when the line that says `done` never came; only that line has counts.
  if (model.provider === "ollama" && finish.usage.inputTokens.total === undefined) return connectionCut();
  const { unified, raw = "" } = finish.finishReason;
  return unified === "error" || saysFailed(raw) ? describeFailure(raw) : undefined;
}

function callOptions(model: ModelChoice, input: StepInput, prompt: LanguageModelV4Prompt): LanguageModelV4CallOptions {
  const { maxOutputTokens, temperature } = input;
  const settings = {
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(typeof temperature === "number" && { temperature }),
  };
  const isOllama = model.provider === "ollama";
  return {
    prompt,
    tools: input.tools.map(({ name, description, inputSchema }) => ({ type: "function", name, description, inputSchema })),
    abortSignal: input.signal,
    includeRawChunks: isOllama,
    providerOptions: isOllama ? withOllamaSettings(model.providerOptions, settings) : model.providerOptions,
    ...(!isOllama && settings),
  };
}

function resultOf(model: ModelChoice, input: StepInput, prompt: LanguageModelV4Prompt, assembler: StepAssembler): StepResult {
  const finishReason = finishOf(assembler);
  const cut = finishReason.unified === "length" || finishReason.unified === "content-filter";
  const reported = assembler.finish?.usage;
  const isAsked = model.provider !== "relay";
  const usage = isAsked ? usageOf(reported, prompt, input.tools, outputChars(assembler)) : NOTHING_USED;
  const sentTokens = model.provider === "ollama" ? estimateInputTokens(prompt, input.tools) : 0;
  return {
    finishReason,
    text: assembler.text,
    calls: assembler.calls.map(({ isWhole: _, ...call }) => ({ ...call, isDispatchable: !cut })),
    assistantMessage: assembler.message(),
    usage,
    warnings: stepWarnings(model, assembler.warnings, reported, sentTokens),
    cut: cut && !isRefusal(finishReason),
    empty: assembler.calls.length === 0 && assembler.text.trim() === "",
  };
}

function finishOf({ finish, isFull, saysCut }: StepAssembler): LanguageModelV4FinishReason {
  if (isFull) return { unified: "length", raw: WITHOUT_END };
  if (saysCut) return { unified: "length", raw: "length" };
  return finish?.finishReason ?? { unified: "other", raw: undefined };
}

/** A model that declines has said all that it wanted to; the providers report its words like a filter that stepped in. */
function isRefusal({ unified, raw }: LanguageModelV4FinishReason): boolean {
  return unified === "content-filter" && (raw === undefined || raw === "stop");
}

function partialOf(input: StepInput, prompt: LanguageModelV4Prompt, assembler: StepAssembler): PartialStep {
  const said = outputChars(assembler);
  // A request that was refused, or never arrived, cost nothing.
  const usage =
    said > 0 ? usageOf(undefined, prompt, input.tools, said) : { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: true };
  return { isEmpty: said === 0, text: assembler.text, assistantMessage: assembler.textMessage(), usage };
}

function outputChars({ text, reasoningChars, calls }: StepAssembler): number {
  return text.length + reasoningChars + calls.reduce((sum, call) => sum + call.name.length + call.rawArguments.length, 0);
}

function withWait({ message, retryAfterMs }: Failure): string {
  return retryAfterMs !== undefined && retryAfterMs > MAX_WAIT_MS ? `${message} It asks to wait ${waitInWords(retryAfterMs)}.` : message;
}

function waitInWords(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 120) return `${Math.ceil(minutes)} min`;
  if (minutes > 366 * 24 * 60) return "more than a year";
  return minutes < 2 * 24 * 60 ? `${Math.ceil(minutes / 60)} hours` : `${Math.ceil(minutes / 60 / 24)} days`;
}
