"use client";

import { Suspense } from "react";
import { toSegments } from "#components/text/visible-text.ts";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { Segments } from "#components/ui/segments.tsx";

const StreamedBlocks = lazyPart(async () => (await import("#components/markdown/streamed-blocks.tsx")).StreamedBlocks, AsItIs);

/**
 * A text that grows, or that came while the page was open. The parser is loaded with the first one; until it is there, the text stands as
 * it is, and stays so when the parser does not come. `isStreaming` false parses the whole, with its references.
 */
export function StreamingMarkdown({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  return (
    <Suspense fallback={<AsItIs text={text} />}>
      <StreamedBlocks text={text} isStreaming={isStreaming} />
    </Suspense>
  );
}

function AsItIs({ text }: { text: string }) {
  return (
    <div className="markdown">
      <p dir="auto" className="whitespace-pre-wrap">
        <Segments segments={toSegments(text, "prose")} />
      </p>
    </div>
  );
}
