import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ModelChoice } from "../model-choice.ts";
import { answer, type DemoAnswer } from "./answer.ts";
import { readConversation } from "./conversation.ts";

/** Quick, and still to be seen as streaming. */
const WORD_MS = 12;
/** A long listing must not keep anybody waiting: beyond this, several words come at once. */
const MAX_SPEECH_MS = 1_500;

/** It reads no tokens, so it counts none; whoever needs numbers estimates them and says so. */
const NO_USAGE: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** The model that is there without any key: fixed rules in English and Spanish that drive the real loop and the real tools. */
export function demoModel(): ModelChoice {
  return {
    id: "demo",
    label: "Built-in demo (no language model)",
    provider: "demo",
    isDemo: true,
    languageModel: demoLanguageModel,
    providerOptions: {},
    contextTokens: null,
  };
}

const demoLanguageModel: LanguageModelV4 = {
  specificationVersion: "v4",
  provider: "demo",
  modelId: "demo",
  supportedUrls: {},
  async doGenerate(options) {
    const { text, call } = answer(readConversation(options), Date.now());
    const content = [
      ...(text ? [{ type: "text" as const, text }] : []),
      ...(call ? [{ type: "tool-call" as const, toolCallId: "call_1", toolName: call.tool, input: JSON.stringify(call.input) }] : []),
    ];
    return { content, finishReason: finishOf(call), usage: NO_USAGE, warnings: [] };
  },
  async doStream(options) {
    return { stream: streamOf(speak(answer(readConversation(options), Date.now()), options)) };
  },
};

function streamOf<T>(parts: AsyncGenerator<T>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* speak({ text, call }: DemoAnswer, { abortSignal }: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  const words = text.match(/\s*\S+/g) ?? [];
  const wordsAtOnce = Math.ceil((words.length * WORD_MS) / MAX_SPEECH_MS);
  if (words.length > 0) yield { type: "text-start", id: "text" };
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    if (at > 0) await delay(WORD_MS, undefined, { signal: abortSignal });
    yield { type: "text-delta", id: "text", delta: words.slice(at, at + wordsAtOnce).join("") };
  }
  if (words.length > 0) yield { type: "text-end", id: "text" };
  if (call) yield* callParts(call.tool, JSON.stringify(call.input));
  yield { type: "finish", finishReason: finishOf(call), usage: NO_USAGE };
}

function* callParts(toolName: string, input: string): Generator<LanguageModelV4StreamPart> {
  // The caller gives every call an id of its own, so that this one may repeat.
  const id = "call_1";
  yield { type: "tool-input-start", id, toolName };
  yield { type: "tool-input-delta", id, delta: input };
  yield { type: "tool-input-end", id };
  yield { type: "tool-call", toolCallId: id, toolName, input };
}

function finishOf(call: DemoAnswer["call"]): { unified: "stop" | "tool-calls"; raw: string } {
  return call ? { unified: "tool-calls", raw: "tool_calls" } : { unified: "stop", raw: "stop" };
}
