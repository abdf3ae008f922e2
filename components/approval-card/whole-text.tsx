"use client";

import { useState } from "react";
import { useReadToEnd } from "#components/approval-card/reading.tsx";
import { cx } from "#components/cx.ts";
import { escapeVisible } from "#components/text/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";

/** Longer texts are drawn in full when they are asked for, and count as unread until then. */
const DRAWN_AT_ONCE = 20_000;
const LONG_CHARACTERS = 400;

/**
 * An argument in full, in which nothing can hide: its length, every odd character written out, and a mark at its end that says whether it has
 * been on the screen. A beginning never passes for the whole.
 */
export function WholeText({ text, label, className }: { text: string; label: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { isRead, endRef } = useReadToEnd(text);
  const isCut = text.length > DRAWN_AT_ONCE && !isOpen;
  const lines = text.split("\n").length;
  const isLong = text.length > LONG_CHARACTERS || lines > 12;
  return (
    <div className={cx("min-w-0 rounded-md bg-sunken hairline-ring", className)}>
      <div className="flex items-start gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: a text and no fields; and no landmark, because several cards may stand on one page */}
        <div
          role="group"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse
          tabIndex={0}
          className="relative max-h-[26rem] min-w-0 grow overflow-auto px-3 py-2 print:max-h-none focus-visible:-outline-offset-2"
          dir="ltr"
        >
          <VisibleText text={isCut ? beginning(text) : text} withNotice={!isCut} />
          {isCut ? null : <span ref={endRef} aria-hidden="true" className="block h-px" />}
        </div>
        <CopyButton text={escapeVisible(text, "exact")} label={`Copy ${label.toLowerCase()}`} className="m-1" />
      </div>
      {isCut ? (
        <p className="border-t border-line px-3 py-1.5 text-sm">
          This is the beginning.{" "}
          <Button size="sm" onClick={() => setIsOpen(true)}>
            Show all {count(text.length)} characters
          </Button>
        </p>
      ) : isLong ? (
        <p className="border-t border-line px-3 py-1 text-xs text-muted tabular-nums">
          {count(text.length)} characters, {count(lines)} {lines === 1 ? "line" : "lines"}
          {isRead ? "" : " · scroll to its end to decide"}
        </p>
      ) : null}
    </div>
  );
}

function beginning(text: string): string {
  return text.slice(0, DRAWN_AT_ONCE).toWellFormed();
}
