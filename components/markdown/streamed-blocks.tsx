"use client";

import type { RootContent } from "mdast";
import { memo, useState } from "react";
import { followStream, NOTHING_YET } from "#components/markdown/follow-stream.ts";
import { Markdown } from "#components/markdown/markdown.tsx";
import { factsOf, type MarkdownFacts, renderBlock } from "#components/markdown/render-markdown.tsx";

/** The parser's part of StreamingMarkdown, loaded by it on demand. */
export function StreamedBlocks({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  // A cache of what can be derived from `text`: the same text gives the same blocks, whatever was rendered before.
  const [followed] = useState(() => ({ latest: NOTHING_YET }));
  if (!isStreaming) return <Markdown text={text} />;

  followed.latest = followStream(followed.latest, text);
  const { settled, open } = followed.latest;
  return (
    <div className="markdown">
      {[...settled, ...open].map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text keep their places
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

const LEVELS_WHILE_STREAMING: MarkdownFacts = { ...factsOf([]), headingDepths: [1, 2, 3, 4, 5, 6] };

const Block = memo(function Block({ block }: { block: RootContent }) {
  return renderBlock(block, LEVELS_WHILE_STREAMING);
});
