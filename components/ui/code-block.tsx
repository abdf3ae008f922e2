"use client";

import { useState } from "react";
import { cx } from "#components/cx.ts";
import { escapeVisible, toSegments, type VisibleTextMode } from "#components/text/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { words } from "#components/words.ts";

const FOLD_ABOVE_LINES = 40;
const SHOWN_WHEN_FOLDED = 24;

/**
 * Code or output as it is: left to right, hidden characters written out, a long line scrolls inside the box, many lines are folded behind
 * a button that says how many. Copying takes all lines, in the form that is shown. The line above the text is there only when it has something to say.
 */
export function CodeBlock({
  code,
  language = "",
  info = "",
  mode = "code",
  isWrapped = false,
  className,
}: {
  code: string;
  language?: string;
  /** What else stands behind the fence. */
  info?: string;
  /** `exact` for commands that will run. */
  mode?: VisibleTextMode;
  /** For sentences: a long line goes on below. */
  isWrapped?: boolean;
  className?: string;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = countLines(code);
  const isFolded = lines > FOLD_ABOVE_LINES && !isWhole;
  const shown = isFolded ? firstLines(code, SHOWN_WHEN_FOLDED) : code;
  const caption = [language, info].filter(Boolean).join(" ");
  const copy = <CopyButton text={escapeVisible(code, mode)} label={words.copyCode} />;

  return (
    <figure
      aria-label={words.codeBlock(language)}
      className={cx("min-w-0 overflow-hidden rounded-md bg-sunken text-start hairline-ring", className)}
      dir="ltr"
    >
      {caption ? (
        <figcaption className="flex h-8 items-center justify-between gap-2 ps-3 pe-0.5">
          <span className="truncate font-mono text-xs text-muted">{caption}</span>
          {copy}
        </figcaption>
      ) : null}
      <div className="flex items-start">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse
          tabIndex={0}
          className={cx(
            "max-h-[70dvh] min-w-0 grow overflow-auto px-3 print:max-h-none font-mono text-sm focus-visible:-outline-offset-2",
            caption ? "pb-3" : "py-2",
            isWrapped && "whitespace-pre-wrap wrap-anywhere",
          )}
        >
          <code>
            <Segments segments={toSegments(shown, mode)} />
          </code>
        </pre>
        {caption ? null : <span className="m-1">{copy}</span>}
      </div>
      {lines > FOLD_ABOVE_LINES ? (
        <div className="border-t border-line px-2 py-1">
          <Button variant="quiet" size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? words.showFewerLines : words.showAllLines(lines)}
          </Button>
        </div>
      ) : null}
    </figure>
  );
}

function countLines(code: string): number {
  let lines = 1;
  for (let at = code.indexOf("\n"); at !== -1 && at < code.length - 1; at = code.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function firstLines(code: string, lines: number): string {
  let end = -1;
  for (let line = 0; line < lines; line += 1) end = code.indexOf("\n", end + 1);
  return code.slice(0, end);
}
