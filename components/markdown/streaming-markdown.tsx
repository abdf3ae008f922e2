"use client";

import { lazy, Suspense } from "react";

const StreamedBlocks = lazy(async () => ({ default: (await import("#components/markdown/streamed-blocks.tsx")).StreamedBlocks }));

/**
 * A text that grows, or that came while the page was open. The parser is loaded with the first one; until it is there, the text stands as
 * it is. `isStreaming` false parses the whole, with its references.
 */
export function StreamingMarkdown({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  return (
    <Suspense
      fallback={
        <div className="markdown">
          <p dir="auto" className="whitespace-pre-wrap">
            {text}
          </p>
        </div>
      }
    >
      <StreamedBlocks text={text} isStreaming={isStreaming} />
    </Suspense>
  );
}
