import { LiveMessage } from "#lib/chats/live-message.ts";
import type { WireChat, WireRun } from "./wire.ts";

/** The answer that is being written. Its parts change in place; the message's `revision` grows when they do. */
export interface LiveAnswer {
  runId: string;
  messageId: string;
  message: LiveMessage;
  /** The user message that it answers, when known. */
  answers: string | null;
  createdAt: string;
}

/** An answer of which nothing has been heard yet. */
export function newLiveAnswer(runId: string): LiveAnswer {
  return { runId, messageId: `run-${runId}`, message: new LiveMessage(), answers: null, createdAt: new Date().toISOString() };
}

/** The answer as far as the server had it when it gave the chat. */
export function liveAnswerOf(chat: WireChat, run: WireRun): LiveAnswer {
  const partial = chat.messages.find((message) => message.id === run.assistantMessageId);
  const { isPartial, ...metadata } = partial?.metadata ?? {};
  const { lastSeq, open, liveOutput } = run;
  return {
    runId: run.id,
    messageId: run.assistantMessageId,
    message: new LiveMessage({ parts: structuredClone(partial?.parts ?? []), metadata, open, lastSeq, liveOutput }),
    answers: run.userMessageId,
    createdAt: partial?.metadata.createdAt ?? new Date().toISOString(),
  };
}
