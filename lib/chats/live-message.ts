import type { UIMessageChunk } from "ai";
import { type FoldSnapshot, MessageFold } from "#lib/runs/message-fold.ts";

/** A message that is being written, in the middle of it. */
export interface LiveSnapshot extends FoldSnapshot {
  lastSeq: number;
  liveOutput: Record<string, string>;
}

/** Of a command's output while it runs: the end of it, as a terminal shows it. */
const MAX_OUTPUT_CHARS = 20_000;

/**
 * A run's message as its events arrive, with what is shown beside it for the moment: output of calls that run, a notice, an error. Used by
 * the server for what a page begins with, and by the page to go on from there.
 */
export class LiveMessage {
  readonly fold: MessageFold;
  readonly liveOutput: Map<string, string>;
  lastSeq: number;
  notice: string | null = null;

  constructor(from?: LiveSnapshot) {
    this.fold = new MessageFold(from);
    this.liveOutput = new Map(Object.entries(from?.liveOutput ?? {}));
    this.lastSeq = from?.lastSeq ?? 0;
  }

  /** Adds the next event; one that was added before changes nothing. */
  add(seq: number, chunk: UIMessageChunk): void {
    if (seq <= this.lastSeq) return;
    this.lastSeq = seq;
    if (chunk.type !== "data-notice") this.notice = null;
    switch (chunk.type) {
      case "data-notice":
        this.notice = textOf(chunk);
        break;
      case "data-output":
        this.#addOutput(chunk.data as { toolCallId: string; text: string });
        break;
      case "error":
        this.fold.metadata = { ...this.fold.metadata, error: chunk.errorText };
        break;
      case "tool-output-available":
      case "tool-output-error":
        this.liveOutput.delete(chunk.toolCallId);
    }
    this.fold.add(chunk);
  }

  snapshot(): LiveSnapshot {
    return { ...this.fold.snapshot(), lastSeq: this.lastSeq, liveOutput: Object.fromEntries(this.liveOutput) };
  }

  #addOutput({ toolCallId, text }: { toolCallId: string; text: string }): void {
    const all = (this.liveOutput.get(toolCallId) ?? "") + text;
    this.liveOutput.set(toolCallId, all.length > MAX_OUTPUT_CHARS ? all.slice(-MAX_OUTPUT_CHARS).toWellFormed() : all);
  }
}

function textOf(chunk: Extract<UIMessageChunk, { type: `data-${string}` }>): string {
  return (chunk.data as { text: string }).text;
}
