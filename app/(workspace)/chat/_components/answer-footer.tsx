"use client";

import { RotateCw } from "lucide-react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { count } from "#components/words.ts";
import { usdWords } from "#lib/prices/usd.ts";
import type { WireMessage } from "../_session/wire.ts";
import type { Block } from "./blocks.ts";
import { secondsWords } from "./duration.ts";

/** Under an answer: which model gave it, what it cost, when, and how to take it along. */
export function AnswerFooter({
  blocks,
  metadata,
  onAskAgain,
}: {
  blocks: readonly Block[];
  metadata: Partial<WireMessage["metadata"]>;
  onAskAgain: (() => void) | undefined;
}) {
  const { model, isDemo, usage, costUsd, createdAt, endedAt, stopReason } = metadata;
  const text = blocks.flatMap((block) => (block.kind === "text" ? block.text : [])).join("\n\n");
  const tookMs = createdAt && endedAt ? Date.parse(endedAt) - Date.parse(createdAt) : null;
  return (
    <footer className="flex min-h-7 items-center gap-x-2 text-xs text-muted">
      {/* A line breaks between the parts, behind the dot. */}
      <p className="min-w-0 wrap-anywhere [&>*]:inline-block [&>*:not(:last-child)]:after:mx-1.5 [&>*:not(:last-child)]:after:content-['·']">
        {stopReason === "cancelled" ? <span className="font-medium text-cancelled">Stopped</span> : null}
        {model ? <span>{isDemo ? "Demo model, no AI" : model}</span> : null}
        {usage ? (
          <span className="whitespace-nowrap tabular-nums" title={`${count(usage.inputTokens)} in, ${count(usage.outputTokens)} out`}>
            {count(usage.totalTokens)} tokens{usage.estimated ? " (estimated)" : ""}
          </span>
        ) : null}
        {costUsd ? <span className="whitespace-nowrap tabular-nums">{usdWords(costUsd)}</span> : null}
        {tookMs !== null ? <span className="whitespace-nowrap tabular-nums">{secondsWords(tookMs)}</span> : null}
        {endedAt ? <RelativeTime at={endedAt} className="whitespace-nowrap" /> : null}
      </p>
      {text ? <CopyButton text={text} label="Copy answer" className="-my-1 text-muted hover:text-ink" /> : null}
      {onAskAgain ? (
        <IconButton
          size="sm"
          label="Ask the same again"
          icon={<RotateCw />}
          onClick={onAskAgain}
          className="-my-1 text-muted hover:text-ink"
        />
      ) : null}
    </footer>
  );
}
