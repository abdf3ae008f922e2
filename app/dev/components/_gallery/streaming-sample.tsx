"use client";

import { useEffect, useState } from "react";
import { StreamingMarkdown } from "#components/markdown/streaming-markdown.tsx";
import { Button } from "#components/ui/button.tsx";

const STEP_MS = 40;
const STEP_CHARACTERS = 8;

/** Plays a text as a model would write it. */
export function StreamingSample({ text }: { text: string }) {
  const [shown, setShown] = useState(120);
  const [isPlaying, setIsPlaying] = useState(false);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setShown((characters) => characters + STEP_CHARACTERS), STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  return (
    <>
      <StreamingMarkdown text={text.slice(0, shown)} isStreaming={shown < text.length} />
      <div className="flex gap-2">
        <Button size="sm" onClick={() => setIsPlaying(!isPlaying)}>
          {isPlaying ? "Hold" : "Play"}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setShown(0)}>
          From the beginning
        </Button>
      </div>
    </>
  );
}
