"use client";

import { memo, type ReactNode, useState } from "react";
import { StreamingMarkdown } from "#components/markdown/streaming-markdown.tsx";
import { toSegments } from "#components/text/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { count } from "#components/words.ts";
import { CUT_ABOVE } from "./text-limits.ts";

/** Texts above this begin folded. */
const FOLD_ABOVE = { user: 3_000, assistant: 30_000 };
const SHOWN_WHEN_CUT = 2_000;

interface MessageTextProps {
  text: string;
  by: "user" | "assistant";
  isStreaming?: boolean;
  /** The text as the server rendered it; without it the parser is loaded. */
  rendered?: ReactNode;
}

/** What somebody said, as Markdown. People's line breaks are kept. A very long text is folded with a control that says how long it is. */
export const MessageText = memo(function MessageText({ text, by, isStreaming = false, rendered }: MessageTextProps) {
  const openLabel = `Show all ${count(text.length)} characters`;
  const closeLabel = "Show less";
  if (!isStreaming && text.length > CUT_ABOVE[by]) return <CutText text={text} openLabel={openLabel} closeLabel={closeLabel} />;
  return (
    <Fold isLong={!isStreaming && text.length > FOLD_ABOVE[by]} openLabel={openLabel} closeLabel={closeLabel}>
      <div className={by === "user" ? "min-w-0 whitespace-pre-wrap" : "min-w-0"}>
        {rendered ?? <StreamingMarkdown text={text} isStreaming={isStreaming} />}
      </div>
    </Fold>
  );
});

/** So long that nobody wrote it by hand: plain, its beginning first. */
function CutText({ text, openLabel, closeLabel }: { text: string; openLabel: string; closeLabel: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="min-w-0">
      <p dir="auto" className="text-prose whitespace-pre-wrap wrap-anywhere">
        <Segments segments={toSegments(isOpen ? text : `${text.slice(0, SHOWN_WHEN_CUT).toWellFormed()}…`, "prose")} />
      </p>
      <Button variant="quiet" size="sm" className="mt-1" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? closeLabel : openLabel}
      </Button>
    </div>
  );
}
