"use client";

import { TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { DryRunBadge } from "#components/outcome/dry-run-badge.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { WireMessage } from "../_session/wire.ts";
import { AnswerFooter } from "./answer-footer.tsx";
import { AnswerProblem, isProblem } from "./answer-problem.tsx";
import { type Block, blocksOf } from "./blocks.ts";
import { MessageText } from "./message-text.tsx";
import { ToolCalls } from "./tool-calls.tsx";

interface AnswerEntryProps {
  parts: WireMessage["parts"];
  metadata: Partial<WireMessage["metadata"]>;
  runId: string | null;
  /** While it is written: what calls have put out so far, and the number of changes to the parts, which change in place. */
  live?: { liveOutput: ReadonlyMap<string, string>; notice: string | null; revision: number };
  /** Texts that the server rendered, by their place among the parts. */
  rendered?: Record<number, ReactNode>;
  onTryAgain: (() => void) | undefined;
}

/** What the assistant said and did, in the order in which it did. */
export const AnswerEntry = memo(function AnswerEntry({ parts, metadata, runId, live, rendered, onTryAgain }: AnswerEntryProps) {
  const blocks = blocksOf(parts);
  const isOver = live === undefined;
  return (
    <article className="grid min-w-0 gap-3" aria-busy={!isOver || undefined}>
      {metadata.agentName ? (
        <h2 className="text-sm font-medium text-muted">
          <VisibleText text={metadata.agentName} mode="prose" />
        </h2>
      ) : (
        <h2 className="sr-only">Assistant</h2>
      )}
      {metadata.isDryRun ? (
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <DryRunBadge />
          To see what it would do. It may read; nothing was changed.
        </p>
      ) : null}
      {blocks.map((block) => (
        <BlockView key={keyOf(block)} block={block} runId={runId} live={live} rendered={rendered} />
      ))}
      {live?.notice ? <p className="text-sm text-muted">{live.notice}</p> : null}
      {isOver ? (
        <>
          <AnswerProblem blocks={blocks} metadata={metadata} onTryAgain={onTryAgain} />
          <AnswerFooter blocks={blocks} metadata={metadata} onAskAgain={isProblem(metadata) ? undefined : onTryAgain} />
        </>
      ) : isSilent(blocks) ? (
        <Thinking />
      ) : null}
    </article>
  );
});

function BlockView({
  block,
  runId,
  live,
  rendered,
}: {
  block: Block;
  runId: string | null;
  live: AnswerEntryProps["live"];
  rendered: AnswerEntryProps["rendered"];
}) {
  switch (block.kind) {
    case "text":
      return (
        <MessageText
          text={block.text}
          by="assistant"
          isStreaming={live !== undefined && block.isStreaming}
          rendered={rendered?.[block.index]}
        />
      );
    case "reasoning":
      return (
        <Disclosure summary={<span className="text-sm text-muted">{block.isStreaming && live ? "Thinking…" : "Thoughts"}</span>}>
          <p dir="auto" className="text-sm whitespace-pre-wrap text-muted wrap-anywhere">
            <VisibleText text={block.text} mode="prose" />
          </p>
        </Disclosure>
      );
    case "calls":
      return <ToolCalls calls={block.calls} runId={runId} isOver={live === undefined} liveOutput={live?.liveOutput ?? null} />;
    case "warning":
      return (
        <p className="flex items-start gap-2 text-sm text-waiting">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <VisibleText text={block.text} mode="prose" />
        </p>
      );
  }
}

/** The first sign of life, before the first word and between two of them. */
function Thinking() {
  return (
    <p className="flex h-6 items-center gap-2 text-sm text-muted">
      <span className="size-2 animate-breathe rounded-full bg-accent" aria-hidden="true" />
      Thinking
    </p>
  );
}

/** Nothing on the page moves: no text grows, no call runs. */
function isSilent(blocks: readonly Block[]): boolean {
  const last = blocks.at(-1);
  if (!last) return true;
  if (last.kind === "text" || last.kind === "reasoning") return !last.isStreaming;
  if (last.kind !== "calls") return true;
  return last.calls.every((call) => ["output-available", "output-error", "output-denied"].includes(call.partState));
}

function keyOf(block: Block): string {
  return block.kind === "calls" ? `calls-${block.calls[0]?.toolCallId}` : `${block.kind}-${block.index}`;
}
